package io.ringtail.collectors.linux;

import io.ringtail.collectors.linux.Notification.Lost;
import io.ringtail.collectors.linux.Notification.SettingsChanged;
import java.util.Optional;
import java.util.OptionalLong;

/** Notifications from messages of the three families. Pure but for the names that the link tracker keeps. */
final class NotificationCodec {
    private static final int HEADER = 1;
    private static final int HEADER_DEV_INDEX = 1;
    private static final int NETDEV_IFINDEX = 1;
    private static final int NEWQDISC = 36;
    private static final int DELQDISC = 37;

    private NotificationCodec() {}

    static Optional<Notification> ethtool(NetlinkMessage message) {
        Attributes attributes = message.attributes(NetlinkLayout.GENLMSGHDR);
        return changed(attributes, attributes.nest(HEADER).number(HEADER_DEV_INDEX));
    }

    static Optional<Notification> netdev(NetlinkMessage message) {
        Attributes attributes = message.attributes(NetlinkLayout.GENLMSGHDR);
        return changed(attributes, attributes.number(NETDEV_IFINDEX));
    }

    static Optional<Notification> route(NetlinkMessage message, LinkTracker tracker) {
        return switch (message.type()) {
            case LinkCodec.NEWLINK, LinkCodec.DELLINK -> link(message, tracker);
            case NEWQDISC, DELQDISC -> Optional.of(new SettingsChanged(message.word(NetlinkLayout.TCMSG_IFINDEX)));
            default -> Optional.empty();
        };
    }

    private static Optional<Notification> link(NetlinkMessage message, LinkTracker tracker) {
        LinkCodec.Decoded decoded = LinkCodec.decode(message);
        if (decoded.problem().isPresent()) {
            return decoded.problem().map(Lost::new);
        }
        return decoded.link().map(link -> tracker.event(message.type() == LinkCodec.DELLINK, link));
    }

    private static Optional<Notification> changed(Attributes attributes, OptionalLong ifindex) {
        if (attributes.problem().isPresent()) {
            return attributes.problem().map(Lost::new);
        }
        return ifindex.stream()
                .mapToObj(index -> (Notification) new SettingsChanged((int) index))
                .findFirst();
    }
}
