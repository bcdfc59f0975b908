package io.ringtail.collectors.linux;

import java.net.InetAddress;
import java.util.OptionalLong;

/**
 * An established TCP connection as the kernel tells it.
 *
 * @param cookie the kernel's number for it, never used again within a boot
 * @param localPort port of this end
 * @param peer address of the other end
 * @param smoothedRttNs the kernel's estimate; absent before the first acknowledgement. Unit: ns
 * @param minRttNs the smallest of the last minutes; absent before the first and before kernel 4.6. Unit: ns
 * @param retransmits segments sent again since the connection began; wraps. Unit: unsigned 32-bit count
 */
public record TcpConnection(
        long cookie,
        int localPort,
        InetAddress peer,
        OptionalLong smoothedRttNs,
        OptionalLong minRttNs,
        int retransmits) {}
