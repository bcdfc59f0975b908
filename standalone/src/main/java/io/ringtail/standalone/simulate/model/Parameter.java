package io.ringtail.standalone.simulate.model;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What an end of a path is made of in the model, besides its settings: names end in their unit. */
public enum Parameter {
    SEND_US(1.5, "CPU time from the system call to the driver"),
    RECEIVE_US(2.0, "CPU time of the softirq for one packet"),
    WAKE_US(1.5, "from the softirq to the woken thread, on the same CPU"),
    IRQ_US(1.2, "CPU time of a hardware interrupt"),
    COPY_US_PER_KB(0.25, "CPU time of copying, each way, for 1,000 bytes"),
    STALL_SHARE(0, "share of sends that stall in memory"),
    STALL_US(0, "mean length of such a stall"),
    OTHER_CPU_US(4, "more for a wake-up on another CPU of the same socket"),
    OTHER_SOCKET_US(6.5, "more for a wake-up on the other socket"),
    COLD_US(6, "mean of what cold caches cost where interrupts wander over all CPUs"),
    C1_EXIT_US(0.8, "exit from C1"),
    C3_EXIT_US(8, "exit from C3, entered after 20 us of idleness"),
    C6_EXIT_US(45, "exit from C6, entered after 200 us of idleness"),
    POLL_US(0.4, "one round of busy polling"),
    TX_DONE_US(0.6, "CPU time of a transmit completion interrupt"),
    ADAPTIVE_US(9, "mean of the time that adaptive coalescing settles on"),
    NOISE_SHARE(0.002, "share of wake-ups that find the CPU taken by the scheduler"),
    NOISE_US(60, "mean of how long then"),
    JITTER(0.06, "spread of every CPU time, as a share of it"),
    CPUS(8, "CPUs of the host"),
    SOCKETS(2, "sockets of the host"),
    LOAD(0.03, "share of the application's CPU that others take"),
    LOAD_US(12, "mean of what is left of their turn"),
    PACKETS_PER_S(2000, "other packets received a second, on the queue of the probe"),
    BULK_SHARE(0, "share of the time in which bulk traffic is being sent"),
    BULK_BURST_MS(40, "mean length of a stretch of it"),
    QDISC_KB(20, "mean of what bulk traffic leaves in the qdisc, without fair queueing"),
    SIGMA(0.15, "spread of the background over time, as log"),
    MEMORY_S(20, "time constant of its autocorrelation"),
    DAY(0, "amplitude of its daily course, as log"),
    TREND_PER_HOUR(0, "its drift, as log per hour"),
    BURSTS_PER_MINUTE(0, "bursts of the background"),
    BURST_S(2, "mean length of a burst"),
    BURST_FACTOR(4, "how much more there is in a burst"),
    NIC_US(0.9, "from the ring through bus and NIC to the wire, and back"),
    LOSS(0, "share of packets that are lost on the way in"),
    BQL_KB(30, "where the byte queue limit settles; 0 without one"),
    SHARED_CORE(0, "share of the time in which an AF_XDP application is on the core of the queue's interrupt"),
    SHARED_CORE_S(4, "mean length of such a time"),
    SHARED_CORE_US(2000, "mean wait of the driver for its turn on such a core while the application spins"),
    SWITCH_US(1.2, "time in the switch"),
    SWITCH_JITTER_US(0.3, "mean of the queueing in it");

    private final double usual;
    private final String meaning;

    Parameter(double usual, String meaning) {
        this.usual = usual;
        this.meaning = meaning;
    }

    /** The value where a scenario gives none. */
    public double usual() {
        return usual;
    }

    /** What it is. */
    public String meaning() {
        return meaning;
    }

    /** As scenarios write it: {@code send-us}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The parameter that is written so. */
    public static Optional<Parameter> named(String key) {
        return Stream.of(values()).filter(each -> each.key().equals(key)).findFirst();
    }
}
