package io.ringtail.collectors.driver;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the names of one driver's statistics mean, from its names file. A file has sections, {@code [rx]}, {@code [tx
 * xdp]}, {@code [device]}; in each, patterns with {@code <q>} and {@code <name>}, then {@code NAME = CANONICAL} or a NAME
 * that is canonical already; {@code +CANONICAL} is a part of a sum, {@code -} is known and not published. The first
 * pattern that fits wins. A name that fits nothing is unknown, which is counted and told by {@code ringtail doctor}.
 * Immutable.
 */
public final class DriverNames {
    /** Drivers that have a names file. */
    public static final List<String> DRIVERS = List.of(
            "mlx5_core",
            "mlx4_en",
            "ice",
            "i40e",
            "iavf",
            "ixgbe",
            "igb",
            "igc",
            "e1000e",
            "bnxt_en",
            "ena",
            "gve",
            "virtio_net",
            "vmxnet3",
            "hv_netvsc",
            "mana",
            "sfc",
            "be2net",
            "nfp",
            "atlantic",
            "veth",
            "ifb",
            "tg3",
            "r8169");

    private static final DriverNames NONE = new DriverNames(List.of());

    private final List<Section> sections;

    private DriverNames(List<Section> sections) {
        this.sections = List.copyOf(sections);
    }

    /** The names of a driver; one without a file knows none. */
    public static DriverNames of(String driver) {
        return DRIVERS.contains(driver) ? read(driver) : NONE;
    }

    /** Begins to go through the names of an interface's statistics, in the kernel's order. */
    public Pass begin() {
        return new Pass();
    }

    /** The statistic that a single name is; of a driver whose names stand alone. */
    public Optional<Statistic> find(String name) {
        return begin().next(name);
    }

    /** All canonical names of the scope DEVICE, or of all others. */
    List<String> canonicalNames(boolean device) {
        return sections.stream()
                .filter(section -> device == (section.scope() == Scope.DEVICE))
                .flatMap(section -> section.canonicalNames().stream())
                .distinct()
                .toList();
    }

    /** One pass over an interface's names; remembers which queue's list it is in. Used by one thread. */
    public final class Pass {
        private final Map<Section, Integer> begun = new HashMap<>();
        private Section list;

        private Pass() {}

        /** What the next name is; absent where it is unknown. */
        public Optional<Statistic> next(String padded) {
            String name = padded.strip();
            for (Section section : sections) {
                if (section.beginsWith(name)) {
                    list = section;
                    return Optional.of(section.listed(begun.merge(section, 1, Integer::sum) - 1, name));
                }
            }
            for (Section section : sections) {
                Optional<Statistic> found = section.scope() == Scope.DEVICE ? section.exact(name) : section.match(name);
                if (found.isPresent()) {
                    return found;
                }
            }
            return Optional.ofNullable(list).map(section -> section.listed(begun.get(section) - 1, name));
        }
    }

    private static DriverNames read(String driver) {
        try (InputStream file = DriverNames.class.getResourceAsStream(driver + ".names");
                BufferedReader lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            return parse(lines.lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static DriverNames parse(List<String> lines) {
        List<Section> sections = new ArrayList<>();
        for (String line : lines) {
            if (line.startsWith("[") && line.endsWith("]") && !line.contains(NamePattern.NUMBER)) {
                sections.add(Section.of(line.substring(1, line.length() - 1)));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                sections.getLast().add(line.strip());
            }
        }
        return new DriverNames(sections);
    }
}
