package io.ringtail.collectors.linux;

import io.ringtail.collectors.linux.Notification.Kind;
import io.ringtail.collectors.linux.Notification.LinkEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Remembers the names of interfaces to tell new and renamed ones from changed ones. Owned by one thread. */
final class LinkTracker {
    private final Map<Integer, String> names = new HashMap<>();

    LinkTracker(List<Link> known) {
        known.forEach(link -> names.put(link.ifindex(), link.name()));
    }

    /** The event that a link message means. */
    LinkEvent event(boolean gone, Link link) {
        Optional<String> before =
                Optional.ofNullable(gone ? names.remove(link.ifindex()) : names.put(link.ifindex(), link.name()));
        if (gone) {
            return new LinkEvent(Kind.GONE, link, Optional.empty());
        }
        if (before.isEmpty()) {
            return new LinkEvent(Kind.NEW, link, Optional.empty());
        }
        return before.get().equals(link.name())
                ? new LinkEvent(Kind.CHANGED, link, Optional.empty())
                : new LinkEvent(Kind.RENAMED, link, before);
    }
}
