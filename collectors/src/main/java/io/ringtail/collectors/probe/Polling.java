package io.ringtail.collectors.probe;

/**
 * How a socket waits for packets. Whatever raises these needs CAP_NET_ADMIN.
 *
 * @param busyPollUs SO_BUSY_POLL in us; negative leaves the kernel's default (net.core.busy_read)
 * @param prefer SO_PREFER_BUSY_POLL: busy polling instead of interrupts
 * @param budget SO_BUSY_POLL_BUDGET in packets; 0 leaves the kernel's default of 8
 */
public record Polling(int busyPollUs, boolean prefer, int budget) {
    /** As the kernel does it by default. */
    public static final Polling DEFAULT = new Polling(-1, false, 0);
}
