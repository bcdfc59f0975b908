package io.ringtail.collectors.source;

import io.ringtail.collectors.linux.Link;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The groups link and xdp of an interface. */
final class LinkSettings {
    private static final String NONE = "none";

    private LinkSettings() {}

    /**
     * Adds them.
     *
     * @param device the interface's directory in sysfs
     * @param names of all interfaces, by ifindex
     */
    static void read(Link link, Path device, Map<Integer, String> names, SettingList into) {
        into.add("link.mtu", number(link.mtu()));
        into.add("link.txqueuelen", number(link.txqlen()));
        into.add("link.qdisc", link.qdisc().map(Fact::of).orElse(Fact.unsupported()));
        into.add("link.up", Fact.flag(link.up()));
        into.add("link.master", Fact.of(master(link, names)));
        into.add("link.speed", KernelFile.read(device.resolve("speed")).unless("-1"));
        Optional<Link.Xdp> xdp = link.xdp();
        into.add(
                "xdp.program",
                Fact.of(xdp.map(on -> Long.toString(on.programId())).orElse(NONE)));
        into.add("xdp.mode", Fact.of(xdp.map(Link.Xdp::mode).orElse(NONE)));
    }

    private static String master(Link link, Map<Integer, String> names) {
        return link.master().isEmpty()
                ? NONE
                : names.getOrDefault(
                        link.master().getAsInt(), "ifindex " + link.master().getAsInt());
    }

    private static Fact number(OptionalLong number) {
        return number.isPresent() ? Fact.of(Long.toUnsignedString(number.getAsLong())) : Fact.unsupported();
    }
}
