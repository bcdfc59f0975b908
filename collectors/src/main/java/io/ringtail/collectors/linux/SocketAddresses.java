package io.ringtail.collectors.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * Socket addresses as the kernel lays them out (linux/in.h, linux/in6.h):
 *
 * <pre>
 * struct sockaddr_in  { u16 sin_family; be16 sin_port; be32 sin_addr; u8 pad[8]; };                             // 16
 * struct sockaddr_in6 { u16 sin6_family; be16 sin6_port; be32 sin6_flowinfo; u8 sin6_addr[16]; u32 scope_id; }; // 28
 * </pre>
 *
 * An IPv4 address read as 128 bits is its IPv6-mapped form, so that both kinds compare in one way.
 */
final class SocketAddresses {
    /** Room that holds either kind. */
    static final int ROOM = 28;

    static final int IPV4_SIZE = 16;
    private static final int PORT = 2;
    private static final int IPV4 = 4;
    private static final int IPV6 = 8;
    private static final int SCOPE = 24;
    private static final long MAPPED = 0xffff_0000_0000L;

    private SocketAddresses() {}

    static int family(InetAddress address) {
        return address instanceof Inet6Address ? Libc.AF_INET6 : Libc.AF_INET;
    }

    /** The wildcard address of the same family. */
    static InetAddress any(InetAddress address) {
        try {
            return InetAddress.getByAddress(new byte[address.getAddress().length]);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of no length", e);
        }
    }

    /** Writes an address and returns its length. */
    static int write(MemorySegment to, InetSocketAddress address) {
        InetAddress ip = address.getAddress();
        byte[] bytes = ip.getAddress();
        to.fill((byte) 0);
        to.set(JAVA_SHORT_UNALIGNED, 0, (short) family(ip));
        to.set(JAVA_SHORT_UNALIGNED, PORT, Short.reverseBytes((short) address.getPort()));
        MemorySegment.copy(bytes, 0, to, JAVA_BYTE, ip instanceof Inet6Address ? IPV6 : IPV4, bytes.length);
        if (ip instanceof Inet6Address six) {
            to.set(JAVA_INT_UNALIGNED, SCOPE, six.getScopeId());
            return ROOM;
        }
        return IPV4_SIZE;
    }

    static InetSocketAddress read(MemorySegment from) {
        int port = port(from);
        boolean six = from.get(JAVA_SHORT_UNALIGNED, 0) == Libc.AF_INET6;
        byte[] bytes = from.asSlice(six ? IPV6 : IPV4, six ? 16 : 4).toArray(JAVA_BYTE);
        try {
            InetAddress ip = six && isLinkLocal(bytes)
                    ? Inet6Address.getByAddress(null, bytes, from.get(JAVA_INT_UNALIGNED, SCOPE))
                    : InetAddress.getByAddress(bytes);
            return new InetSocketAddress(ip, port);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + bytes.length + " bytes", e);
        }
    }

    static int port(MemorySegment from) {
        return Short.toUnsignedInt(bigEndianShort(from, PORT));
    }

    /** The upper 64 bits of the address as IPv6. */
    static long high(MemorySegment from) {
        return isIpv6(from) ? bigEndianLong(from, IPV6) : 0;
    }

    /** The lower 64 bits of the address as IPv6. */
    static long low(MemorySegment from) {
        return isIpv6(from)
                ? bigEndianLong(from, IPV6 + 8)
                : MAPPED | Integer.toUnsignedLong(Integer.reverseBytes(from.get(JAVA_INT_UNALIGNED, IPV4)));
    }

    private static boolean isIpv6(MemorySegment from) {
        return from.get(JAVA_SHORT_UNALIGNED, 0) == Libc.AF_INET6;
    }

    private static boolean isLinkLocal(byte[] bytes) {
        return (bytes[0] & 0xff) == 0xfe && (bytes[1] & 0xc0) == 0x80;
    }

    private static short bigEndianShort(MemorySegment from, long at) {
        return Short.reverseBytes(from.get(JAVA_SHORT_UNALIGNED, at));
    }

    private static long bigEndianLong(MemorySegment from, long at) {
        return Long.reverseBytes(from.get(JAVA_LONG_UNALIGNED, at));
    }
}
