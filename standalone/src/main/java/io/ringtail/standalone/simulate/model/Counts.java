package io.ringtail.standalone.simulate.model;

/** What an end did in one second, as its counters would tell. Times in ns. Filled by the model, read when it is over. */
public final class Counts {
    /** Hardware interrupts by CPU. */
    public final long[] interrupts;

    /** Packets and bytes, of the probe and others. */
    public long rxPackets;

    public long txPackets;
    public long rxBytes;
    public long txBytes;
    public long dropped;

    /** CPU time: all of it, that of softirqs and interrupts, that of the probe's or reflector's thread. */
    public double busyNs;

    public double softirqNs;
    public double irqNs;
    public double threadNs;

    /** Samples of the byte queue limit. */
    public int bqlSamples;

    public double inflightBytes;
    public double inflightMaxBytes;
    public int atLimit;

    /** Requests to the kernel to wake the driver, and samples of the flag that asks for them. */
    public long wakeups;

    public long flagSamples;
    public long flagSet;

    /** Of those samples the ones with the AF_XDP application on the interrupt's core. */
    public long sharedCore;

    /** Of a host with so many CPUs. */
    public Counts(int cpus) {
        interrupts = new long[cpus];
    }

    /** Adds those of another path of the same host. */
    public void add(Counts other) {
        for (int cpu = 0; cpu < interrupts.length; cpu++) {
            interrupts[cpu] += other.interrupts[cpu];
        }
        rxPackets += other.rxPackets;
        txPackets += other.txPackets;
        rxBytes += other.rxBytes;
        txBytes += other.txBytes;
        dropped += other.dropped;
        busyNs += other.busyNs;
        softirqNs += other.softirqNs;
        irqNs += other.irqNs;
        threadNs += other.threadNs;
        bqlSamples += other.bqlSamples;
        inflightBytes += other.inflightBytes;
        inflightMaxBytes = Math.max(inflightMaxBytes, other.inflightMaxBytes);
        atLimit += other.atLimit;
        wakeups += other.wakeups;
        flagSamples += other.flagSamples;
        flagSet += other.flagSet;
        sharedCore += other.sharedCore;
    }
}
