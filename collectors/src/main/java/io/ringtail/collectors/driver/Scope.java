package io.ringtail.collectors.driver;

/** What a driver's statistic is counted for. */
public enum Scope {
    /** The interface as a whole. */
    DEVICE,
    /** A queue of the interface. */
    QUEUE,
    /** A completion ring: a queue only where the channels are combined. */
    RING,
    /** An AF_XDP queue. */
    XSK,
    /** A queue for packets that XDP sends. */
    XDP,
    /** A CPU's queue for packets that XDP sends. */
    XDP_CPU,
    /** A CPU. */
    CPU
}
