package io.ringtail.collectors.source;

import io.ringtail.collectors.linux.Errno;
import io.ringtail.schemas.knob.Knob;
import io.ringtail.schemas.knob.Knobs;
import io.ringtail.schemas.record.Setting;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Collects the settings of one object during one read. Owned by the source's thread. */
final class SettingList {
    private static final Comparator<Setting> ORDER = Comparator.comparing(Setting::getName)
            .thenComparing(Setting::getQueue, Comparator.nullsFirst(Comparator.naturalOrder()));

    /** Stands in the catalogue for names that only the kernel knows; told only where all of them are absent. */
    private static final String FAMILY = "*";

    private static final Set<String> FAILURES =
            Set.of("denied", "timeout", Errno.name(Errno.EBADMSG), Errno.name(Errno.EBUSY));

    /** The catalogue's names by group: looked up for each group of each interface at each read. */
    private static final Map<String, List<String>> CATALOGUE = Stream.of("coalesce.", "ring.", "channels.", "feature.")
            .collect(Collectors.toMap(Function.identity(), SettingList::catalogued));

    private final List<Setting> settings = new ArrayList<>();

    void add(String name, Fact fact) {
        add(name, null, fact);
    }

    void add(String name, String queue, Fact fact) {
        settings.add(
                switch (fact) {
                    case Fact.Known(String text) -> new Setting(name, queue, text, null);
                    case Fact.Absent(String reason) -> new Setting(name, queue, null, reason);
                });
    }

    /**
     * Adds a group of which the catalogue has each name: what the read gives, and the rest as unsupported. Where the
     * whole read fails, all of it is absent for that reason.
     */
    void addGroup(String prefix, Supplier<Map<String, String>> read) {
        addGroup(prefix, CATALOGUE.get(prefix), read);
    }

    /** The same of a group of which only these are read so. */
    void addGroup(String prefix, Collection<String> catalogued, Supplier<Map<String, String>> read) {
        try {
            Map<String, String> values = read.get();
            TreeSet<String> names = new TreeSet<>(values.keySet());
            catalogued.stream().filter(name -> !name.equals(FAMILY)).forEach(names::add);
            names.forEach(name ->
                    add(prefix + name, values.containsKey(name) ? Fact.of(values.get(name)) : Fact.unsupported()));
        } catch (Errno e) {
            catalogued.forEach(name -> add(prefix + name, Fact.absent(Errno.absence(e.number()))));
        }
    }

    /** All of them, sorted by name and queue. */
    List<Setting> sorted() {
        return settings.stream().sorted(ORDER).toList();
    }

    /** Whether something is absent for this reason. */
    boolean has(String reason) {
        return settings.stream().anyMatch(setting -> reason.equals(setting.getAbsence()));
    }

    /** Groups of which something could not be read although the kernel has it, with the reason. */
    Map<String, String> failures() {
        return settings.stream()
                .filter(setting -> FAILURES.contains(String.valueOf(setting.getAbsence())))
                .collect(Collectors.toMap(
                        setting -> group(setting.getName()),
                        Setting::getAbsence,
                        (first, second) -> first,
                        TreeMap::new));
    }

    private static String group(String name) {
        return name.substring(0, name.indexOf('.')) + ".*";
    }

    private static List<String> catalogued(String prefix) {
        return Knobs.all().stream()
                .filter(knob -> knob.kind() == Knob.Kind.SETTING && knob.name().startsWith(prefix))
                .map(knob -> knob.name().substring(prefix.length()))
                .toList();
    }
}
