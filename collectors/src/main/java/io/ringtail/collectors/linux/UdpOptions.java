package io.ringtail.collectors.linux;

import java.time.Duration;

/**
 * Options of a UDP socket.
 *
 * @param receiveTimeout after which a blocking receive comes back empty-handed
 * @param busyPollUs SO_BUSY_POLL in us; negative leaves the kernel's default (net.core.busy_read). Raising it needs
 *     CAP_NET_ADMIN
 * @param dscp differentiated services code point of what is sent, 0 to 63
 * @param bufferBytes SO_RCVBUF in bytes; 0 leaves the kernel's default
 */
public record UdpOptions(Duration receiveTimeout, int busyPollUs, int dscp, int bufferBytes) {
    /** Nothing set but a receive timeout. */
    public static UdpOptions of(Duration receiveTimeout) {
        return new UdpOptions(receiveTimeout, -1, 0, 0);
    }
}
