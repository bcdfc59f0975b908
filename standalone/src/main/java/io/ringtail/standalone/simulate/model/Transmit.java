package io.ringtail.standalone.simulate.model;

import java.util.random.RandomGenerator;

/** The way out of an end: qdisc, byte queue limit, ring, wire. Owned by the thread of its model. */
final class Transmit {
    /** Headers, preamble and gap on the wire beside the payload. */
    private static final int OVERHEAD_BYTES = 66;

    private static final int LEAST_BYTES = 84;
    private static final double FRAME_BYTES = 1514;

    private final RandomGenerator random;
    private final Load load;
    private EndSettings settings;
    private Parameters parameters;
    private double freeNs;

    Transmit(Load load, RandomGenerator random) {
        this.load = load;
        this.random = random;
    }

    void use(EndSettings settings, Parameters parameters) {
        this.settings = settings;
        this.parameters = parameters;
    }

    /** When a packet given to the driver is wholly on the wire. */
    double leaves(double atNs, int bytes) {
        double startNs = Math.max(atNs + behindBulkNs(atNs), freeNs);
        freeNs = startNs + wireNs(Math.max(LEAST_BYTES, bytes + OVERHEAD_BYTES));
        return freeNs + parameters.ns(Parameter.NIC_US);
    }

    /** Bytes that bulk traffic may have in the ring at once. */
    double limitBytes() {
        return settings.bqlBytes() > 0 ? settings.bqlBytes() : settings.ringPackets() * FRAME_BYTES;
    }

    /** Bytes of bulk traffic in the ring then. */
    double inflightBytes(double atNs) {
        return load.isBulk((long) atNs) ? limitBytes() * (0.5 + 0.5 * random.nextDouble()) : 0;
    }

    /** Packets of bulk traffic in a second of it. */
    double bulkPacketsPerS() {
        return settings.linkMbit() * 1e6 / 8 / FRAME_BYTES;
    }

    private double behindBulkNs(double atNs) {
        double ahead = inflightBytes(atNs);
        if (ahead > 0 && !settings.fairQueueing()) {
            ahead += 1000 * parameters.get(Parameter.QDISC_KB) * random.nextExponential();
        }
        return wireNs(ahead);
    }

    private double wireNs(double bytes) {
        return bytes * 8000 / settings.linkMbit();
    }
}
