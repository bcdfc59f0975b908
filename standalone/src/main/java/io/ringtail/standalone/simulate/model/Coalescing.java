package io.ringtail.standalone.simulate.model;

import java.util.random.RandomGenerator;

/**
 * When a NIC raises its receive interrupt: so long after the first packet, or with so many packets. Other traffic opens
 * and fills the same windows; it is not simulated packet by packet, but drawn from its rate. Owned by the thread of its
 * model.
 */
final class Coalescing {
    private static final double SETTLED_AT_PACKETS_PER_S = 20_000;

    private final RandomGenerator random;
    private EndSettings settings;
    private Parameters parameters;
    private boolean open;
    private double fireNs;
    private int own;
    private int others;
    private double adaptiveNs;

    Coalescing(RandomGenerator random) {
        this.random = random;
    }

    void use(EndSettings settings, Parameters parameters) {
        this.settings = settings;
        this.parameters = parameters;
    }

    /** A packet of the probe arrives; whether the interrupt's time is another now. */
    boolean arrive(double atNs, double otherPerNs) {
        if (!open) {
            begin(atNs, otherPerNs);
            return true;
        }
        own++;
        boolean full = settings.rxFrames() > 0 && !settings.adaptiveRx() && own + others >= settings.rxFrames();
        boolean earlier = full && fireNs > atNs;
        fireNs = full ? Math.min(fireNs, atNs) : fireNs;
        return earlier;
    }

    /** When the interrupt of the open window is raised. */
    double fireNs() {
        return fireNs;
    }

    boolean isOpen() {
        return open;
    }

    void close() {
        open = false;
    }

    /** The timer wanders where the driver moves it by itself. */
    void wander(double otherPerS) {
        double aim = parameters.ns(Parameter.ADAPTIVE_US) * (0.5 + otherPerS / SETTLED_AT_PACKETS_PER_S);
        adaptiveNs = Math.max(0, adaptiveNs + 0.2 * (aim - adaptiveNs) + 0.15 * aim * random.nextGaussian());
    }

    /** The timer in force. */
    double timerNs() {
        return settings.adaptiveRx() ? adaptiveNs : 1000 * settings.rxUsecs();
    }

    /** Interrupts for each packet of other traffic at such a rate. */
    double interruptsPerPacket(double otherPerNs) {
        double together = 1 + otherPerNs * timerNs();
        return 1 / (settings.rxFrames() > 0 ? Math.min(together, settings.rxFrames()) : together);
    }

    private void begin(double atNs, double otherPerNs) {
        double timerNs = timerNs();
        double openShare = otherPerNs * timerNs / (1 + otherPerNs * timerNs);
        boolean opened = random.nextDouble() < openShare;
        double leftNs = opened ? timerNs * random.nextDouble() : timerNs;
        open = true;
        own = 1;
        others = opened ? 1 + (int) (otherPerNs * (timerNs - leftNs)) : 0;
        fireNs = atNs + Math.min(leftNs, untilFullNs(otherPerNs));
    }

    private double untilFullNs(double otherPerNs) {
        int missing = settings.rxFrames() - own - others;
        if (settings.rxFrames() <= 0 || settings.adaptiveRx()) {
            return Double.MAX_VALUE;
        }
        double ns = 0;
        for (int i = 0; i < missing && ns < 1e9; i++) {
            ns += random.nextExponential() / otherPerNs;
        }
        return ns;
    }
}
