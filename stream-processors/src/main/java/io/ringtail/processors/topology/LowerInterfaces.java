package io.ringtail.processors.topology;

import io.ringtail.schemas.record.Setting;
import io.ringtail.schemas.record.SettingsPart;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The interfaces that carry an interface: members of a bond, what a VLAN or macvlan sits on, and what carries those.
 * Told by the setting {@code link.lower}; remembered until settings of the host are new. Owned by the stream's thread.
 */
final class LowerInterfaces {
    private static final String LOWER = "link.lower";
    private static final String NONE = "none";
    private static final int MOST = 64;

    private final HostSettings settings;
    private final Map<String, Set<String>> known = new HashMap<>();

    LowerInterfaces(HostSettings settings) {
        this.settings = settings;
    }

    /** All interfaces below one, itself not among them. */
    Set<String> below(String host, String netns, String iface) {
        return known.computeIfAbsent(Keys.of(host, netns, iface), _ -> load(host, netns, iface));
    }

    /** Settings of an interface are new. */
    void forget() {
        known.clear();
    }

    private Set<String> load(String host, String netns, String iface) {
        Set<String> found = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(iface));
        while (!open.isEmpty() && found.size() < MOST) {
            for (String lower : direct(host, netns, open.pop())) {
                if (!lower.equals(iface) && found.add(lower)) {
                    open.push(lower);
                }
            }
        }
        return found;
    }

    private List<String> direct(String host, String netns, String iface) {
        SettingsPart latest = settings.latest(host, netns, "interface:" + iface);
        return latest == null
                ? List.of()
                : latest.getSettings().getValues().stream()
                        .filter(setting -> setting.getName().equals(LOWER))
                        .map(Setting::getValue)
                        .filter(value -> value != null && !value.equals(NONE))
                        .flatMap(value -> Arrays.stream(value.split(",")))
                        .toList();
    }
}
