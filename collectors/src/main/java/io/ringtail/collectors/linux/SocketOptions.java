package io.ringtail.collectors.linux;

import java.time.Duration;

/**
 * Options of a socket. See socket(7), ip(7) and the kernel's Documentation/networking/napi.rst.
 *
 * @param receiveTimeout after which a blocking receive comes back empty-handed
 * @param busyPollUs SO_BUSY_POLL in us; negative leaves the kernel's default (net.core.busy_read). Raising it needs
 *     CAP_NET_ADMIN
 * @param preferBusyPoll SO_PREFER_BUSY_POLL: busy polling instead of interrupts; needs CAP_NET_ADMIN
 * @param busyPollBudget SO_BUSY_POLL_BUDGET in packets; 0 leaves the kernel's default of 8. Raising it needs
 *     CAP_NET_ADMIN
 * @param dscp differentiated services code point of what is sent, 0 to 63
 * @param bufferBytes SO_RCVBUF in bytes; 0 leaves the kernel's default
 * @param localPort source port of a connecting socket; 0 lets the kernel choose
 */
public record SocketOptions(
        Duration receiveTimeout,
        int busyPollUs,
        boolean preferBusyPoll,
        int busyPollBudget,
        int dscp,
        int bufferBytes,
        int localPort) {
    /** Nothing set but a receive timeout. */
    public static SocketOptions of(Duration receiveTimeout) {
        return new SocketOptions(receiveTimeout, -1, false, 0, 0, 0, 0);
    }

    /** The same from another source port. */
    public SocketOptions from(int newLocalPort) {
        return new SocketOptions(
                receiveTimeout, busyPollUs, preferBusyPoll, busyPollBudget, dscp, bufferBytes, newLocalPort);
    }
}
