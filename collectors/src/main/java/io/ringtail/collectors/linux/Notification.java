package io.ringtail.collectors.linux;

import java.util.Optional;

/** What the kernel tells by itself about the interfaces of a network namespace. */
public sealed interface Notification {
    /** A setting of an interface was changed: by ethtool, the netdev family, or its queueing discipline. */
    record SettingsChanged(int ifindex) implements Notification {}

    /**
     * An interface came, went, was renamed, or something of it was changed.
     *
     * @param link as it is now; as it was last if it is gone
     * @param previousName its former name, if it was renamed
     */
    record LinkEvent(Kind kind, Link link, Optional<String> previousName) implements Notification {}

    /** Notifications were lost or could not be understood: everything has to be read again. */
    record Lost(String reason) implements Notification {}

    /** What happened to an interface. */
    enum Kind {
        /** It was not there before. */
        NEW,
        /** Up or down, MTU, master, XDP program ... */
        CHANGED,
        /** The same ifindex, another name. */
        RENAMED,
        /** It is not there any more. */
        GONE
    }
}
