package io.ringtail.collectors.probe;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Networks that get an answer. Addresses are compared as 128 bits, an IPv4 one as ::ffff:a.b.c.d. Immutable; asking
 * makes no garbage.
 */
public final class Networks {
    /** Loopback, private (RFC 1918, RFC 4193) and link-local networks. */
    public static final List<String> PRIVATE = List.of(
            "127.0.0.0/8",
            "10.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "169.254.0.0/16",
            "::1/128",
            "fc00::/7",
            "fe80::/10");

    private static final int IPV4_OFFSET = 96;
    private static final long MAPPED = 0xffff_0000_0000L;

    private final Prefix[] prefixes;

    private record Prefix(long high, long low, int bits, String text) {
        boolean contains(long otherHigh, long otherLow) {
            return same(high, otherHigh, Math.min(bits, 64)) && same(low, otherLow, Math.max(bits - 64, 0));
        }

        private static boolean same(long a, long b, int bits) {
            return bits == 0 || (a ^ b) >>> (64 - bits) == 0;
        }
    }

    private Networks(Prefix[] prefixes) {
        this.prefixes = prefixes;
    }

    /**
     * From prefixes such as 10.0.0.0/8 or fc00::/7, or single addresses.
     *
     * @throws IllegalArgumentException with the one that is none
     */
    public static Networks of(List<String> prefixes) {
        return new Networks(prefixes.stream().map(Networks::parse).toArray(Prefix[]::new));
    }

    /** Whether one of them holds this address. */
    public boolean contain(long high, long low) {
        for (Prefix prefix : prefixes) {
            if (prefix.contains(high, low)) {
                return true;
            }
        }
        return false;
    }

    /** Whether one of them holds this address. */
    public boolean contain(InetAddress address) {
        return contain(high(address), low(address));
    }

    @Override
    public String toString() {
        return Arrays.stream(prefixes).map(Prefix::text).collect(Collectors.joining(", "));
    }

    private static Prefix parse(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        try {
            InetAddress ip = InetAddress.ofLiteral(address);
            int width = ip instanceof Inet6Address ? 128 : 32;
            int bits = slash < 0 ? width : Integer.parseInt(text.substring(slash + 1));
            if (bits < 0 || bits > width) {
                throw bad(text);
            }
            return new Prefix(high(ip), low(ip), width == 32 ? IPV4_OFFSET + bits : bits, text);
        } catch (IllegalArgumentException e) {
            throw bad(text);
        }
    }

    private static IllegalArgumentException bad(String text) {
        return new IllegalArgumentException(
                "'" + text + "' is not a network: write it as 10.0.0.0/8, fc00::/7 or a single address");
    }

    private static long high(InetAddress ip) {
        return ip instanceof Inet6Address ? ByteBuffer.wrap(ip.getAddress()).getLong(0) : 0;
    }

    private static long low(InetAddress ip) {
        ByteBuffer bytes = ByteBuffer.wrap(ip.getAddress());
        return ip instanceof Inet6Address ? bytes.getLong(8) : MAPPED | Integer.toUnsignedLong(bytes.getInt(0));
    }
}
