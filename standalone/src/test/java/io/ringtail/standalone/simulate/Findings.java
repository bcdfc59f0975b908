package io.ringtail.standalone.simulate;

import io.ringtail.processors.analysis.Percentiles;
import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.processors.analysis.accounts.AccountsOrReason;
import io.ringtail.processors.analysis.accounts.EndFacts;
import io.ringtail.processors.analysis.accounts.RoundTripFacts;
import io.ringtail.processors.analysis.association.AssociationSearch;
import io.ringtail.processors.analysis.association.AssociationWindow;
import io.ringtail.processors.analysis.association.Associations;
import io.ringtail.processors.analysis.association.GaugeKey;
import io.ringtail.processors.analysis.pool.KnobPool;
import io.ringtail.processors.analysis.pool.Pair;
import io.ringtail.processors.analysis.pool.PairEffect;
import io.ringtail.processors.analysis.pool.PoolEpoch;
import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.EffectKnob;
import io.ringtail.schemas.record.EndSetting;
import io.ringtail.schemas.record.EndState;
import io.ringtail.schemas.record.Epoch;
import io.ringtail.schemas.record.MetricEffect;
import io.ringtail.schemas.record.Schedule;
import io.ringtail.schemas.record.Window;
import io.ringtail.schemas.topic.Topics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What the analysis says of the windows and epochs that the topology made of a scenario. */
final class Findings {
    private static final long SECOND_NS = 1_000_000_000;
    private static final int FRAME_OVERHEAD_BYTES = 66;

    private final List<Window> windows;
    private final Map<String, Epoch> epochs = new LinkedHashMap<>();

    private final List<Effect> effects;

    Findings(SimulatedStreams streams) {
        this.windows = streams.windows();
        this.effects = streams.all(Topics.EFFECTS, Effect.class);
        streams.all(Topics.EPOCHS, Epoch.class).forEach(epoch -> epochs.put(epoch.getEpochId(), epoch));
    }

    List<Window> windows() {
        return windows;
    }

    /** The standing effects of the changes, in the order of time. */
    List<Effect> effects() {
        Map<String, Effect> standing = new LinkedHashMap<>();
        effects.forEach(each -> standing.merge(
                each.getEffectId(), each, (one, other) -> other.getLook() >= one.getLook() ? other : one));
        return standing.values().stream()
                .sorted(Comparator.comparing(Effect::getChangeEpochNs))
                .toList();
    }

    /** The effect on one metric. */
    static MetricEffect metric(Effect effect, String name) {
        return effect.getMetrics().stream()
                .filter(each -> each.getMetric().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Names of the settings that an effect belongs to. */
    static List<String> knobs(Effect effect) {
        return effect.getKnobs().stream().map(EffectKnob::getName).toList();
    }

    /** Windows of the epochs of the path that this host probes, in the order of time; without those in no epoch. */
    List<List<Window>> epochsOf(String prober) {
        Map<String, List<Window>> byEpoch = new LinkedHashMap<>();
        for (Window window : windows) {
            if (window.getEpochId() != null && window.getPath().getProberHost().equals(prober)) {
                byEpoch.computeIfAbsent(window.getEpochId(), id -> new ArrayList<>())
                        .add(window);
            }
        }
        return List.copyOf(byEpoch.values());
    }

    /** A percentile of merged windows, in hundredths of a percent. Unit: us */
    static double us(List<Window> windows, int hundredths) {
        SparseHistogram merged = merged(windows);
        return merged.valueAtRankNs(Percentiles.rank(hundredths, merged.count())) / 1000.0;
    }

    /** What a knob does over all paths, by the windows' medians. */
    KnobPool pool(String knob) {
        List<PoolEpoch> all = new ArrayList<>();
        Set<String> probers = windows.stream()
                .map(each -> each.getPath().getProberHost())
                .collect(Collectors.toCollection(TreeSet::new));
        for (String prober : probers) {
            epochsOf(prober).forEach(each -> all.add(poolEpoch(each)));
        }
        return KnobPool.of(all, knob, this::effect);
    }

    /** Gauges that move with the tail of the path that this host probes. */
    Associations associations(String prober) {
        return associations(epochsOf(prober).stream().flatMap(List::stream).toList());
    }

    /** Gauges that move with the tail of these windows of one path. */
    static Associations associations(List<Window> of) {
        boolean closed = of.getFirst().getPath().getSchedule() == Schedule.CLOSED;
        return AssociationSearch.of(of.stream().map(Findings::associationWindow).toList(), closed);
    }

    /** Where the time of a round trip goes in an epoch. */
    AccountsOrReason accounts(List<Window> epoch) {
        Window first = epoch.getFirst();
        SparseHistogram merged = merged(epoch);
        return AccountsOrReason.of(new RoundTripFacts(
                first.getPath().getSchedule(),
                first.getPath().getSessions(),
                merged.meanNs().orElseThrow(),
                merged,
                first.getPath().getRequestBytes() + FRAME_OVERHEAD_BYTES,
                first.getPath().getResponseBytes() + FRAME_OVERHEAD_BYTES,
                end(epoch, true),
                end(epoch, false)));
    }

    private EndFacts end(List<Window> epoch, boolean prober) {
        double demand = epoch.stream()
                .map(window -> prober ? window.getProber() : window.getResponder())
                .map(EndState::getBusyNsPerTransaction)
                .filter(each -> each != null)
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
        String prefix = prober ? "prober." : "responder.";
        Map<String, String> settings = new TreeMap<>();
        for (EndSetting each : epochs.get(epoch.getFirst().getEpochId()).getSettings()) {
            if (each.getName().startsWith(prefix) && each.getValue() != null) {
                settings.put(each.getName().substring(prefix.length()), each.getValue());
            }
        }
        return new EndFacts(demand, settings);
    }

    private PoolEpoch poolEpoch(List<Window> of) {
        Epoch epoch = epochs.get(of.getFirst().getEpochId());
        Map<String, String> settings = new TreeMap<>();
        for (EndSetting each : epoch.getSettings()) {
            settings.put(each.getName() + (each.getQueue() == null ? "" : " " + each.getQueue()), each.getValue());
        }
        return new PoolEpoch(
                epoch.getPathId(),
                epoch.getEpochId(),
                of.getFirst().getPath().getProberHost(),
                of.getFirst().getPath().getResponderHost(),
                of.getFirst().getStartEpochNs(),
                of.getLast().getStartEpochNs() + SECOND_NS,
                of.size(),
                epoch.getChangeIds(),
                settings,
                Set.of());
    }

    private PairEffect effect(Pair pair) {
        double[] before = logMedians(pair.before().epochId());
        double[] after = logMedians(pair.after().epochId());
        double variance = variance(before) / before.length + variance(after) / after.length;
        return PairEffect.of(mean(after) - mean(before), variance + 1e-8, before.length + after.length);
    }

    private double[] logMedians(String epochId) {
        return windows.stream()
                .filter(each -> epochId.equals(each.getEpochId()))
                .mapToDouble(each -> Math.log(us(List.of(each), 5_000)))
                .toArray();
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double each : values) {
            sum += each;
        }
        return sum / values.length;
    }

    private static double variance(double[] values) {
        double mean = mean(values);
        double sum = 0;
        for (double each : values) {
            sum += (each - mean) * (each - mean);
        }
        return sum / (values.length - 1);
    }

    private static AssociationWindow associationWindow(Window window) {
        Map<GaugeKey, Double> gauges = new TreeMap<>();
        add(gauges, "prober", window.getProber());
        add(gauges, "responder", window.getResponder());
        return new AssociationWindow(
                window.getStartEpochNs(), window.getEpochId(), histogram(window), window.getLost(), gauges);
    }

    private static void add(Map<GaugeKey, Double> gauges, String end, EndState state) {
        if (state != null) {
            state.getGauges()
                    .forEach(each -> gauges.put(
                            new GaugeKey(end, each.getName(), each.getQueue() == null ? "" : each.getQueue()),
                            each.getValue()));
        }
    }

    static SparseHistogram merged(List<Window> windows) {
        SparseHistogram merged = new SparseHistogram();
        windows.forEach(each -> merged.merge(histogram(each)));
        return merged;
    }

    private static SparseHistogram histogram(Window window) {
        return SparseHistogram.of(
                window.getBucketIndices(),
                window.getBucketCounts(),
                OptionalLong.of(window.getMinNs()),
                OptionalLong.of(window.getMaxNs()),
                Math.round(window.getMeanNs() * window.getReceived()));
    }
}
