package io.ringtail.collectors.counter;

/** How wide the kernel's counter is. */
public enum Width {
    /** Unsigned 32 bits: it wraps. Interrupts, softirqs, softnet. */
    U32,
    /** Unsigned 64 bits: it never wraps, so a decrease is a restart. Values from 2^63 on look negative. */
    U64
}
