package io.ringtail.collectors.linux;

import io.ringtail.collectors.linux.Link.Xdp;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** RTM_NEWLINK and RTM_DELLINK: {@code struct ifinfomsg} and IFLA_* attributes. Pure; never throws. */
final class LinkCodec {
    static final int NEWLINK = 16;
    static final int DELLINK = 17;
    static final int GETLINK = 18;

    private static final int IFF_UP = 1;
    private static final int NAME = 3;
    private static final int MTU = 4;
    private static final int LOWER = 5;
    private static final int QDISC = 6;
    private static final int MASTER = 10;
    private static final int TXQLEN = 13;
    private static final int OPERSTATE = 16;
    private static final int INFO = 18;
    private static final int INFO_KIND = 1;
    private static final int XDP = 43;
    private static final int XDP_ATTACHED = 2;
    private static final int XDP_PROGRAM_ID = 4;
    private static final List<String> OPERSTATES =
            List.of("unknown", "notpresent", "down", "lowerlayerdown", "testing", "dormant", "up");
    private static final List<String> XDP_MODES = List.of("none", "drv", "skb", "hw", "multi");

    private LinkCodec() {}

    /** A link, or what is wrong with the message. */
    record Decoded(Optional<Link> link, Optional<String> problem) {}

    static Decoded decode(NetlinkMessage message) {
        Attributes attributes = message.attributes(NetlinkLayout.IFINFOMSG);
        Optional<Link> link = attributes.text(NAME).map(name -> link(message, attributes, name));
        return new Decoded(link, attributes.problem());
    }

    private static Link link(NetlinkMessage message, Attributes attributes, String name) {
        return new Link(
                message.word(NetlinkLayout.IFINFOMSG_INDEX),
                name,
                attributes.nest(INFO).text(INFO_KIND),
                (message.word(NetlinkLayout.IFINFOMSG_FLAGS) & IFF_UP) != 0,
                name(OPERSTATES, attributes.number(OPERSTATE).orElse(0)),
                attributes.number(MTU),
                attributes.number(TXQLEN),
                attributes.text(QDISC),
                index(attributes, MASTER),
                index(attributes, LOWER),
                xdp(attributes.nest(XDP)));
    }

    private static Optional<Xdp> xdp(Attributes xdp) {
        long mode = xdp.number(XDP_ATTACHED).orElse(0);
        return mode == 0
                ? Optional.empty()
                : Optional.of(new Xdp(xdp.number(XDP_PROGRAM_ID).orElse(0), name(XDP_MODES, mode)));
    }

    private static OptionalInt index(Attributes attributes, int type) {
        return attributes.number(type).stream().mapToInt(index -> (int) index).findFirst();
    }

    private static String name(List<String> names, long number) {
        return number >= 0 && number < names.size() ? names.get((int) number) : Long.toString(number);
    }
}
