package io.ringtail.processors.history;

import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.MetricEffect;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which settings a path ran under in a range, for how long, and with which round trips. From the seconds, as sums do not
 * know epochs. Thread safe.
 */
final class ConfigurationsHistory {
    /** Configurations that a list has at most; the last ones are kept. */
    private static final int MOST = 26;

    private static final int EPOCHS = 10_000;
    private static final String UNKNOWN = "not known";

    private final HistoryQueries queries;
    private final Sql sql;
    private final WindowSums sums;

    ConfigurationsHistory(HistoryQueries queries, Sql sql, WindowSums sums) {
        this.queries = queries;
        this.sql = sql;
        this.sums = sums;
    }

    private record Epoch(String id, long startNs, List<String> settingsIds) {}

    /** The configurations of a path in a range, by their beginnings; those without a window are left out. */
    List<Configuration> of(String pathId, PathEnds ends, TimeRange range, List<Effect> effects) {
        List<List<Epoch>> groups = groups(epochs(pathId, range));
        if (groups.isEmpty()) {
            return List.of();
        }
        SortedMap<Integer, PathReport> reports = sums.byEpochs(
                pathId,
                range,
                new EpochGroups(groups.stream()
                        .map(group -> group.stream().map(Epoch::id).toList())
                        .toList()));
        List<List<Epoch>> seen = reports.keySet().stream().map(groups::get).toList();
        List<PathReport> theirs = List.copyOf(reports.values());
        List<SortedMap<String, String>> settings = differences(
                seen.stream().map(group -> settings(ends, group.getLast())).toList());
        List<Configuration> all = new ArrayList<>();
        for (int i = 0; i < seen.size(); i++) {
            List<String> ids = seen.get(i).stream().map(Epoch::id).toList();
            all.add(new Configuration(
                    String.valueOf((char) ('A' + i)),
                    seen.get(i).getFirst().startNs(),
                    ids,
                    settings.get(i),
                    moved(effects, new HashSet<>(ids)),
                    theirs.get(i)));
        }
        return all;
    }

    /** Epochs that reach into a range. */
    private List<Epoch> epochs(String pathId, TimeRange range) {
        List<Epoch> newestFirst = sql.query(
                "select cast(ts as long) start, epoch_id, prober_settings_id, responder_settings_id from epochs"
                        + " where path_id = ? and ts < " + Micros.of(range.toEpochNs()) + " order by ts desc limit "
                        + EPOCHS,
                row -> new Epoch(
                        row.getString("epoch_id"),
                        Micros.toNs(row.getLong("start")),
                        List.of(
                                String.valueOf(row.getString("prober_settings_id")),
                                String.valueOf(row.getString("responder_settings_id")))),
                pathId);
        List<Epoch> within = new ArrayList<>();
        for (Epoch epoch : newestFirst) {
            within.addFirst(epoch);
            if (epoch.startNs() <= range.fromEpochNs()) {
                break;
            }
        }
        return within;
    }

    private static List<List<Epoch>> groups(List<Epoch> epochs) {
        Collection<List<Epoch>> groups = epochs.stream()
                .collect(Collectors.groupingBy(Epoch::settingsIds, LinkedHashMap::new, Collectors.toList()))
                .values();
        return groups.stream().skip(Math.max(0, groups.size() - MOST)).toList();
    }

    private SortedMap<String, String> settings(PathEnds ends, Epoch epoch) {
        SortedMap<String, String> all = new TreeMap<>();
        for (PathEnd end : ends.both()) {
            end.settings(queries, epoch.startNs()).forEach((name, value) -> all.put(end.prefix() + name, value));
        }
        return all;
    }

    /** Only what is not the same everywhere. */
    private static List<SortedMap<String, String>> differences(List<SortedMap<String, String>> all) {
        NavigableSet<String> names = new TreeSet<>();
        all.forEach(each -> names.addAll(each.keySet()));
        names.removeIf(name -> all.stream()
                        .map(each -> each.getOrDefault(name, UNKNOWN))
                        .distinct()
                        .count()
                == 1);
        return all.stream()
                .<SortedMap<String, String>>map(each -> {
                    SortedMap<String, String> differing = new TreeMap<>();
                    names.forEach(name -> differing.put(name, each.getOrDefault(name, UNKNOWN)));
                    return differing;
                })
                .toList();
    }

    private static NavigableSet<String> moved(List<Effect> effects, Set<String> epochIds) {
        List<Effect> led = effects.stream()
                .filter(each -> each.getLook() > 0 && epochIds.contains(each.getEpochAfter()))
                .toList();
        NavigableSet<String> moved = new TreeSet<>();
        if (!led.isEmpty()) {
            significant(led.getFirst()).forEach(moved::add);
            led.forEach(effect -> moved.retainAll(significant(effect)));
        }
        return moved;
    }

    private static Set<String> significant(Effect effect) {
        return effect.getMetrics().stream()
                .filter(MetricEffect::getSignificant)
                .map(MetricEffect::getMetric)
                .collect(Collectors.toSet());
    }
}
