package io.ringtail.collectors.source;

import io.ringtail.collectors.linux.Link;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The groups link and xdp of an interface. */
final class LinkSettings {
    private static final String NONE = "none";
    private static final String LOWER = "lower_";

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
        into.add("link.lower", Fact.of(lower(device)));
        into.add("driver.module-params", parameters(device));
        into.add("link.speed", KernelFile.read(device.resolve("speed")).unless("-1"));
        Optional<Link.Xdp> xdp = link.xdp();
        into.add(
                "xdp.program",
                Fact.of(xdp.map(on -> Long.toString(on.programId())).orElse(NONE)));
        into.add("xdp.mode", Fact.of(xdp.map(Link.Xdp::mode).orElse(NONE)));
    }

    /** Devices that carry it: of a bond its members, of a VLAN or macvlan what it sits on. In this namespace only. */
    private static String lower(Path device) {
        List<String> names = KernelFile.names(device, LOWER);
        return names.isEmpty()
                ? NONE
                : names.stream().map(name -> name.substring(LOWER.length())).collect(Collectors.joining(","));
    }

    /** Parameters of the driver's module: {@code napi_tx=Y napi_weight=64}. */
    private static Fact parameters(Path device) {
        Path directory = module(device).resolve("parameters");
        List<String> names = KernelFile.names(directory, "");
        return names.isEmpty()
                ? Fact.unsupported()
                : Fact.of(names.stream()
                        .sorted()
                        .map(name -> name + "=" + value(KernelFile.read(directory.resolve(name))))
                        .collect(Collectors.joining(" ")));
    }

    /** The driver's module; one that is compiled in has no link to it, but a directory by the driver's name. */
    private static Path module(Path device) {
        Path driver = device.resolve("device/driver");
        try {
            Path name = driver.toRealPath().getFileName();
            Path linked = driver.resolve("module");
            return Files.exists(linked)
                    ? linked
                    : device.resolve("../../../module").resolve(name).normalize();
        } catch (IOException _) {
            return driver.resolve("module");
        }
    }

    private static String value(Fact fact) {
        return switch (fact) {
            case Fact.Known(String text) -> text;
            case Fact.Absent(String reason) -> "(" + reason + ")";
        };
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
