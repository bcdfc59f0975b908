package io.ringtail.processors.topology;

import io.ringtail.processors.analysis.effect.LogRatios;
import io.ringtail.processors.analysis.effect.Looks;
import io.ringtail.processors.analysis.effect.Metric;
import io.ringtail.processors.analysis.effect.PlaceboBands;
import io.ringtail.processors.analysis.effect.PlaceboSketch;
import io.ringtail.processors.analysis.effect.Side;
import io.ringtail.schemas.record.PlaceboDay;
import io.ringtail.schemas.record.PlaceboState;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Pseudo-changes inside epochs: as many windows a side as a look has, and the gap of a change that settles between. They
 * follow each other without overlap, and are kept for 7 days of event time as a sketch per path and look. Owned by the
 * stream's thread.
 */
final class EffectPlacebos {
    private static final int GAP = 3;
    private static final int DAYS = 7;
    private static final long DAY_NS = 86_400_000_000_000L;

    private final KeyValueStore<String, PlaceboState> store;

    EffectPlacebos(KeyValueStore<String, PlaceboState> store) {
        this.store = store;
    }

    /** Windows a side at a look; at the largest a few less, since no more windows are kept. */
    static int side(int look) {
        return Math.min(look, (EffectWindows.MOST - GAP) / 2);
    }

    /** Windows that a placebo takes up. */
    static int length(int look) {
        return 2 * side(look) + GAP;
    }

    /** Looks of which a placebo ends with this window of an epoch. */
    static List<Integer> dueAfter(int windows) {
        return Looks.SIZES.stream().filter(look -> windows % length(look) == 0).toList();
    }

    /** Adds the placebo made of these windows. */
    void add(String pathId, int look, Side windows) {
        int side = side(look);
        Map<Metric, Double> ratios = LogRatios.of(part(windows, 0, side), part(windows, side + GAP, length(look)));
        PlaceboState state = store.get(key(pathId, look));
        int today = day(windows.windows().getLast().startEpochNs());
        List<PlaceboDay> days = new ArrayList<>(state == null ? List.of() : state.getDays());
        days.removeIf(each -> each.getDay() <= today - DAYS);
        if (days.stream().noneMatch(each -> each.getDay() == today)) {
            days.add(new PlaceboDay(today, new HashMap<>()));
        }
        days.stream().filter(each -> each.getDay() == today).forEach(each -> add(each, ratios));
        store.put(key(pathId, look), new PlaceboState(days));
    }

    /** Those of a look, as of a moment. */
    PlaceboBands bands(String pathId, int look, long epochNs) {
        PlaceboState state = store.get(key(pathId, look));
        Map<Metric, PlaceboSketch> sketches = new EnumMap<>(Metric.class);
        if (state != null) {
            state.getDays().stream()
                    .filter(each -> each.getDay() > day(epochNs) - DAYS)
                    .forEach(each -> merge(sketches, each));
        }
        return new PlaceboBands(sketches);
    }

    private static void merge(Map<Metric, PlaceboSketch> sketches, PlaceboDay day) {
        for (Metric metric : Metric.values()) {
            ByteBuffer bytes = day.getSketches().get(metric.label());
            if (bytes != null) {
                sketches.computeIfAbsent(metric, each -> new PlaceboSketch()).merge(PlaceboSketch.read(bytes));
            }
        }
    }

    private static void add(PlaceboDay day, Map<Metric, Double> ratios) {
        ratios.forEach((metric, ratio) -> {
            ByteBuffer bytes = day.getSketches().get(metric.label());
            PlaceboSketch sketch = bytes == null ? new PlaceboSketch() : PlaceboSketch.read(bytes);
            sketch.add(ratio);
            day.getSketches().put(metric.label(), ByteBuffer.wrap(sketch.toBytes()));
        });
    }

    private static Side part(Side side, int from, int to) {
        return new Side(side.schedule(), side.simulated(), side.windows().subList(from, to));
    }

    private static int day(long epochNs) {
        return (int) (epochNs / DAY_NS);
    }

    private static String key(String pathId, int look) {
        return Keys.of(pathId, Integer.toString(look));
    }
}
