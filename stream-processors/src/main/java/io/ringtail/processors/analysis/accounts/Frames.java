package io.ringtail.processors.analysis.accounts;

import io.ringtail.schemas.record.ProbeKind;

/**
 * Bytes of a frame on Ethernet for a probe's payload over IPv4, without VLAN tag: IEEE 802.3 clause 3, RFC 791, 768, 9293
 * (with the time stamp option, which Linux uses), 792. Pure.
 */
public final class Frames {
    private static final int ETHERNET = 14;
    private static final int IP = 20;
    private static final int UDP = 8;
    private static final int ICMP = 8;
    private static final int TCP = 32;
    private static final int SHORTEST = 60;
    private static final int PREAMBLE_AND_CHECK = 8 + 4;

    private Frames() {}

    /** Bytes that occupy the wire before the receiver has the frame: preamble and check sequence included. */
    public static int wireBytes(ProbeKind probe, int payloadBytes) {
        return Math.max(SHORTEST, ETHERNET + IP + header(probe) + payloadBytes) + PREAMBLE_AND_CHECK;
    }

    private static int header(ProbeKind probe) {
        return switch (probe) {
            case UDP_RR, XSK_RR -> UDP;
            case TCP_RR -> TCP;
            case ICMP -> ICMP;
        };
    }
}
