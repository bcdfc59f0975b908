package io.ringtail.standalone.simulate.model;

import io.ringtail.standalone.simulate.model.EndSettings.Placement;
import io.ringtail.standalone.simulate.model.Event.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * One end of a path: an application on one CPU, an interrupt that may run elsewhere, the way in and the way out. Times
 * are ns since the start. Owned by the thread of its model.
 */
final class EndModel {
    private static final long SECOND_NS = 1_000_000_000;
    private static final double TICK_S = PathModel.TICK_NS / 1e9;
    private static final double C3_AFTER_NS = 20_000;
    private static final double C6_AFTER_NS = 200_000;
    private static final double OTHER_PACKET_BYTES = 600;

    private final RandomGenerator random;
    private final Agenda agenda;
    private final Load load;
    private final Coalescing coalescing;
    private final Transmit transmit;
    private final int appCpu;
    private final List<Flight> pending = new ArrayList<>();
    private final TreeMap<Long, Counts> counts = new TreeMap<>();
    private EndSettings settings;
    private Parameters parameters;
    private double appFreeNs;
    private double irqFreeNs;
    private boolean onInterruptsCore;
    private long generation;
    private long latestSecond;
    private Counts latest;

    EndModel(EndSettings settings, Parameters parameters, int appCpu, Agenda agenda, RandomGenerator random) {
        this.random = random;
        this.agenda = agenda;
        this.appCpu = appCpu;
        this.load = new Load(parameters, random);
        this.coalescing = new Coalescing(random);
        this.transmit = new Transmit(load, random);
        use(settings, parameters);
    }

    /** From now on. */
    void use(EndSettings settings, Parameters parameters) {
        this.settings = settings;
        this.parameters = parameters;
        load.use(parameters);
        coalescing.use(settings, parameters);
        transmit.use(settings, parameters);
    }

    /** What was counted in the second that starts then; it is forgotten here. */
    Counts take(long second) {
        counts.headMap(second).clear();
        latest = null;
        Counts taken = counts.remove(second);
        return taken == null ? new Counts((int) parameters.get(Parameter.CPUS)) : taken;
    }

    /** The application sends; when the packet has left. */
    double send(double atNs, int bytes) {
        double cost = cost(parameters.ns(Parameter.SEND_US) + copyNs(bytes)) + stallNs();
        double startNs = Math.max(atNs, appFreeNs);
        work(startNs, cost);
        appFreeNs = startNs + cost;
        Counts now = at(startNs);
        now.txPackets++;
        now.txBytes += bytes;
        sent(startNs);
        return transmit.leaves(appFreeNs, bytes);
    }

    /** A packet arrives at the NIC. */
    void arrive(double atNs, Flight flight) {
        if (random.nextDouble() < parameters.get(Parameter.LOSS) * load.level((long) atNs)) {
            at(atNs).dropped++;
            return;
        }
        at(atNs).rxPackets++;
        if (pending.isEmpty() && polls(atNs)) {
            poll(atNs, flight);
        } else {
            await(atNs, flight);
        }
    }

    /** The packet waits for an interrupt, which may be under way for others. */
    private void await(double atNs, Flight flight) {
        boolean first = pending.isEmpty();
        if (first && coalescing.isOpen() && coalescing.fireNs() <= atNs) {
            coalescing.close();
        }
        pending.add(flight);
        if (coalescing.arrive(atNs, otherPerNs(atNs)) || first) {
            agenda.add(Math.max(atNs, coalescing.fireNs()), Kind.INTERRUPT, this, null, ++generation);
        }
    }

    /** The NIC interrupts: everything pending is delivered to the application. */
    void interrupt(double atNs, long number) {
        if (number != generation || !coalescing.isOpen()) {
            return;
        }
        coalescing.close();
        Placement where = settings.placement();
        double at = Math.max(atNs, irqFreeNs) + idleExitNs(atNs, where);
        at += raise(at);
        for (Flight flight : pending) {
            double cost = cost(parameters.ns(Parameter.RECEIVE_US));
            work(at, cost);
            at(at).softirqNs += cost;
            at += cost;
            agenda.add(at + wakeNs(at, where), Kind.DELIVER, this, flight);
        }
        pending.clear();
        irqFreeNs = at;
        appFreeNs = where == Placement.SAME_CPU ? Math.max(appFreeNs, at) : appFreeNs;
    }

    /** The application gets a packet; when it is done with it. */
    double deliver(double atNs, int bytes, boolean hold) {
        double cost = cost(copyNs(bytes)) + (hold ? 1000 * settings.holdUs() : 0);
        double startNs = Math.max(atNs, appFreeNs);
        work(startNs, cost);
        at(startNs).rxBytes += bytes;
        appFreeNs = startNs + cost;
        return appFreeNs;
    }

    /** A tenth of a second of everything else on the host. */
    void tick(long atNs) {
        Counts now = at((double) atNs);
        double level = load.level(atNs);
        double perS = parameters.get(Parameter.PACKETS_PER_S) * level;
        coalescing.wander(perS);
        long packets = (long) (perS * TICK_S * (1 + 0.1 * random.nextGaussian()));
        double irqs = packets * coalescing.interruptsPerPacket(perS / 1e9);
        now.rxPackets += Math.max(0, packets);
        now.rxBytes += (long) (Math.max(0, packets) * OTHER_PACKET_BYTES);
        spread(now, irqs);
        double softirqNs = packets * parameters.ns(Parameter.RECEIVE_US);
        now.softirqNs += softirqNs;
        now.irqNs += irqs * parameters.ns(Parameter.IRQ_US);
        now.busyNs += softirqNs
                + irqs * parameters.ns(Parameter.IRQ_US)
                + parameters.get(Parameter.LOAD) * level * parameters.get(Parameter.CPUS) * PathModel.TICK_NS;
        tickBulk(atNs, now);
        tickFlag(now);
    }

    private void tickBulk(long atNs, Counts now) {
        double inflight = transmit.inflightBytes((double) atNs);
        now.bqlSamples++;
        now.inflightBytes += inflight;
        now.inflightMaxBytes = Math.max(now.inflightMaxBytes, inflight);
        if (inflight > 0) {
            double packets = transmit.bulkPacketsPerS() * TICK_S;
            now.txPackets += (long) packets;
            now.txBytes += (long) (packets * 1514);
            now.atLimit += inflight > 0.9 * transmit.limitBytes() ? 1 : 0;
            spread(now, packets / completedTogether());
            now.busyNs += packets / completedTogether() * completionNs();
        }
    }

    private void tickFlag(Counts now) {
        moveApplication();
        now.flagSamples++;
        now.sharedCore += onInterruptsCore ? 1 : 0;
        double duty = settings.needWakeup() ? onInterruptsCore ? 0.85 : 0.15 : 0;
        now.flagSet += random.nextDouble() < duty ? 1 : 0;
    }

    /** The scheduler moves an application that is not pinned to the interrupt's core, and away again. */
    private void moveApplication() {
        double share = settings.sharedCore();
        if (share <= 0 || share >= 1) {
            onInterruptsCore = share >= 1;
            return;
        }
        double onS = parameters.get(Parameter.SHARED_CORE_S);
        double leaves = TICK_S / (onInterruptsCore ? onS : onS * (1 - share) / share);
        onInterruptsCore ^= random.nextDouble() < leaves;
    }

    /** Whether the application is polling then, and not asleep yet. */
    private boolean polls(double atNs) {
        return settings.busyPollUs() > 0 && atNs - appFreeNs <= 1000 * settings.busyPollUs();
    }

    /** The application finds the packet in the ring; an interrupt that is due before that gets in its way. */
    private void poll(double atNs, Flight flight) {
        double foundNs = Math.max(atNs, appFreeNs) + parameters.ns(Parameter.POLL_US) * random.nextDouble();
        burn(foundNs);
        if (coalescing.isOpen() && coalescing.fireNs() <= atNs) {
            coalescing.close();
            raise(coalescing.fireNs());
        }
        if (!coalescing.isOpen()) {
            coalescing.arrive(atNs, otherPerNs(atNs));
            generation++;
        }
        double extraNs = 0;
        if (coalescing.fireNs() <= foundNs) {
            coalescing.close();
            extraNs = raise(foundNs);
        }
        double cost = cost(parameters.ns(Parameter.RECEIVE_US)) + extraNs + waitNs(foundNs);
        work(foundNs, cost);
        agenda.add(foundNs + cost, Kind.DELIVER, this, flight);
    }

    /** CPU time spent polling until then. */
    private void burn(double untilNs) {
        double ns = Math.min(Math.max(0, untilNs - appFreeNs), 1000 * settings.busyPollUs());
        at(untilNs).busyNs += ns;
        at(untilNs).threadNs += ns;
    }

    /** A hardware interrupt; what it costs. */
    private double raise(double atNs) {
        double cost = cost(parameters.ns(Parameter.IRQ_US));
        Counts now = at(atNs);
        now.interrupts[irqCpu(now.interrupts.length)]++;
        now.irqNs += cost;
        now.busyNs += cost;
        return cost;
    }

    private int irqCpu(int cpus) {
        return switch (settings.placement()) {
            case SAME_CPU -> appCpu % cpus;
            case SAME_SOCKET -> (appCpu + 1) % cpus;
            case OTHER_SOCKET -> (appCpu + cpus / 2) % cpus;
            case SPREAD -> random.nextInt(cpus);
        };
    }

    private void spread(Counts now, double irqs) {
        int cpus = now.interrupts.length;
        if (settings.placement() == Placement.SPREAD) {
            for (int cpu = 0; cpu < cpus; cpu++) {
                now.interrupts[cpu] += Math.round(irqs / cpus);
            }
        } else {
            now.interrupts[irqCpu(cpus)] += Math.round(irqs);
        }
    }

    /** From the end of the softirq until the application runs. */
    private double wakeNs(double atNs, Placement where) {
        double ns = parameters.ns(Parameter.WAKE_US) + waitNs(atNs) + sharedCoreNs();
        return cost(ns
                + switch (where) {
                    case SAME_CPU -> 0;
                    case SAME_SOCKET -> parameters.ns(Parameter.OTHER_CPU_US);
                    case OTHER_SOCKET -> parameters.ns(Parameter.OTHER_SOCKET_US);
                    case SPREAD -> wanderingNs();
                });
    }

    /** An interrupt that wanders runs on some CPU, whose caches are cold. */
    private double wanderingNs() {
        double sockets = parameters.get(Parameter.SOCKETS);
        boolean other = random.nextDouble() >= 1 / sockets;
        return parameters.ns(other ? Parameter.OTHER_SOCKET_US : Parameter.OTHER_CPU_US)
                + parameters.ns(Parameter.COLD_US) * random.nextExponential();
    }

    /** The driver gets no turn while the application spins on their core. */
    private double sharedCoreNs() {
        boolean spins = onInterruptsCore && !settings.needWakeup();
        return spins ? parameters.ns(Parameter.SHARED_CORE_US) * 2 * random.nextDouble() : 0;
    }

    /** For a CPU that somebody else has. */
    private double waitNs(double atNs) {
        double ns = 0;
        if (random.nextDouble() < parameters.get(Parameter.NOISE_SHARE) * load.level((long) atNs)) {
            ns += parameters.ns(Parameter.NOISE_US) * random.nextExponential();
        }
        if (random.nextDouble() < parameters.get(Parameter.LOAD) * load.level((long) atNs)) {
            ns += parameters.ns(Parameter.LOAD_US) * random.nextExponential();
        }
        double completing = transmit.bulkPacketsPerS() / completedTogether() * completionNs() / 1e9;
        boolean bulk = settings.placement() == Placement.SAME_CPU && load.isBulk((long) atNs);
        if (bulk && random.nextDouble() < Math.min(0.9, completing)) {
            ns += completionNs() * (1 + random.nextExponential());
        }
        return ns;
    }

    private double idleExitNs(double atNs, Placement where) {
        double busyUntil = where == Placement.SAME_CPU ? Math.max(appFreeNs, irqFreeNs) : irqFreeNs;
        double idleNs = Math.min(atNs - busyUntil, random.nextExponential() / otherPerNs(atNs));
        if (idleNs > C6_AFTER_NS && settings.idle() >= 6) {
            return parameters.ns(Parameter.C6_EXIT_US) * (0.7 + 0.6 * random.nextDouble());
        }
        if (idleNs > C3_AFTER_NS && settings.idle() >= 3) {
            return parameters.ns(Parameter.C3_EXIT_US) * (0.7 + 0.6 * random.nextDouble());
        }
        return idleNs > 0 && settings.idle() >= 1 ? parameters.ns(Parameter.C1_EXIT_US) : 0;
    }

    /** The probe's own transmit completions. */
    private void sent(double atNs) {
        if (random.nextDouble() * completedTogether() < 1) {
            Counts now = at(atNs);
            now.interrupts[irqCpu(now.interrupts.length)]++;
            now.irqNs += completionNs();
            now.busyNs += completionNs();
        }
    }

    private double completionNs() {
        return parameters.ns(Parameter.TX_DONE_US) + parameters.ns(Parameter.IRQ_US);
    }

    private double completedTogether() {
        double byTime = 1 + transmit.bulkPacketsPerS() * settings.txUsecs() / 1e6;
        return Math.max(1, settings.txFrames() > 0 ? Math.min(settings.txFrames(), byTime) : byTime);
    }

    private double copyNs(int bytes) {
        return parameters.ns(Parameter.COPY_US_PER_KB) * bytes / 1000;
    }

    private double stallNs() {
        double share = parameters.get(Parameter.STALL_SHARE);
        return share > 0 && random.nextDouble() < share
                ? parameters.ns(Parameter.STALL_US) * (0.8 + 0.4 * random.nextDouble())
                : 0;
    }

    /** A CPU time with its jitter. */
    private double cost(double ns) {
        return ns * Math.max(0.5, 1 + parameters.get(Parameter.JITTER) * random.nextGaussian());
    }

    private void work(double atNs, double ns) {
        Counts now = at(atNs);
        now.busyNs += ns;
        now.threadNs += ns;
    }

    private double otherPerNs(double atNs) {
        return Math.max(1e-12, parameters.get(Parameter.PACKETS_PER_S) * load.level((long) atNs) / 1e9);
    }

    private Counts at(double ns) {
        long second = Math.floorDiv((long) ns, SECOND_NS);
        if (second != latestSecond || latest == null) {
            latestSecond = second;
            latest = counts.computeIfAbsent(second, each -> new Counts((int) parameters.get(Parameter.CPUS)));
        }
        return latest;
    }
}
