package io.ringtail.processors.history;

import io.ringtail.processors.analysis.pool.KnobPool;
import io.ringtail.processors.analysis.pool.Pair;
import io.ringtail.processors.analysis.pool.PairEffect;
import io.ringtail.processors.analysis.pool.PoolEpoch;
import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.EffectKnob;
import io.ringtail.schemas.record.MetricEffect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What one knob did, everything else equal, over the effects in the history: each effect is a pair of neighbouring epochs,
 * its log ratio of p99 what is pooled. Settings that did not differ come from the history's settings at the time. Thread
 * safe.
 */
public final class KnobHistory {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final String METRIC = "p99";

    private final HistoryQueries queries;

    KnobHistory(HistoryQueries queries) {
        this.queries = queries;
    }

    /**
     * Pools a knob of each end.
     *
     * @param knob name in the knob catalogue; with {@code prober.} or {@code responder.} before it that end's alone
     */
    public List<KnobPool> compare(String knob, TimeRange range) {
        List<Effect> effects = queries.effects(range, "", "").rows().stream()
                .filter(each -> each.getLook() > 0 && !each.getEpochBefore().isEmpty())
                .toList();
        List<PoolEpoch> epochs = epochs(effects);
        Map<String, Effect> byPair = new HashMap<>();
        effects.forEach(each -> byPair.put(pair(each.getPathId(), each.getEpochBefore(), each.getEpochAfter()), each));
        return names(knob)
                .map(name -> KnobPool.of(epochs, name, pair -> estimate(byPair, pair)))
                .toList();
    }

    private static Stream<String> names(String knob) {
        boolean ofAnEnd = knob.startsWith("prober.") || knob.startsWith("responder.");
        return ofAnEnd ? Stream.of(knob) : Stream.of("prober." + knob, "responder." + knob);
    }

    private static PairEffect estimate(Map<String, Effect> byPair, Pair pair) {
        Effect effect = byPair.get(pair(
                pair.before().pathId(), pair.before().epochId(), pair.after().epochId()));
        if (effect == null) {
            return PairEffect.absent("the history has no effect of this pair");
        }
        MetricEffect p99 = effect.getMetrics().stream()
                .filter(each -> each.getMetric().equals(METRIC))
                .findFirst()
                .orElse(null);
        if (p99 == null || p99.getLogRatio() == null || p99.getLogRatioError() == null || p99.getLogRatioError() <= 0) {
            return PairEffect.absent(
                    p99 == null || p99.getAbsence() == null ? "no estimate of p99" : "p99: " + p99.getAbsence());
        }
        double error = p99.getLogRatioError();
        return PairEffect.of(p99.getLogRatio(), error * error, 2L * effect.getLook());
    }

    private static String pair(String pathId, String before, String after) {
        return String.join(" ", pathId, before, after);
    }

    private List<PoolEpoch> epochs(List<Effect> effects) {
        Map<String, Draft> drafts = new LinkedHashMap<>();
        for (Effect effect : effects) {
            draft(drafts, effect, effect.getEpochBefore()).before(effect);
            draft(drafts, effect, effect.getEpochAfter()).after(effect);
        }
        return drafts.values().stream().map(Draft::epoch).toList();
    }

    private Draft draft(Map<String, Draft> drafts, Effect effect, String epochId) {
        return drafts.computeIfAbsent(effect.getPathId() + " " + epochId, key -> new Draft(effect, epochId));
    }

    /** An epoch as the effects on both sides of it tell of it. Owned by one call. */
    private final class Draft {
        private final Effect any;
        private final String epochId;
        private final Map<String, String> settings = new TreeMap<>();
        private final Set<String> unknown = new TreeSet<>();
        private List<String> changeIds = new ArrayList<>();
        private Long fromNs;
        private Long toNs;
        private long windows;

        Draft(Effect any, String epochId) {
            this.any = any;
            this.epochId = epochId;
        }

        void before(Effect effect) {
            toNs = Objects.requireNonNullElse(effect.getBeforeToEpochNs(), effect.getChangeEpochNs()) + SECOND_NS;
            read(effect, toNs - SECOND_NS);
            unknown.addAll(effect.getNotKnownConstant());
            put(effect, true);
        }

        void after(Effect effect) {
            fromNs = Objects.requireNonNullElse(effect.getAfterFromEpochNs(), effect.getChangeEpochNs());
            changeIds = effect.getChangeIds();
            read(effect, fromNs);
            put(effect, false);
        }

        /** Of both ends at a moment at which the epoch held, once. */
        private void read(Effect effect, long epochNs) {
            windows = Math.max(windows, effect.getLook());
            if (settings.isEmpty()) {
                for (PathEnd end : List.of(PathEnd.prober(effect.getPath()), PathEnd.responder(effect.getPath()))) {
                    end.settings(queries, epochNs).forEach((name, value) -> settings.put(end.prefix() + name, value));
                }
            }
        }

        /** What differs is known exactly. */
        private void put(Effect effect, boolean old) {
            for (EffectKnob knob : effect.getKnobs()) {
                String value = old ? knob.getOldValue() : knob.getNewValue();
                List<String> queues = knob.getQueues();
                (queues.isEmpty() ? Stream.of(knob.getName()) : queues.stream().map(q -> knob.getName() + " " + q))
                        .forEach(key -> settings.put(key, value));
            }
        }

        PoolEpoch epoch() {
            long from = fromNs == null ? toNs - windows * SECOND_NS : fromNs;
            long to = toNs == null ? fromNs + windows * SECOND_NS : toNs;
            unknown.forEach(name -> settings.keySet().removeIf(key -> key.equals(name) || key.startsWith(name + " ")));
            return new PoolEpoch(
                    any.getPathId(),
                    epochId,
                    any.getPath().getProberHost(),
                    any.getPath().getResponderHost(),
                    from,
                    to,
                    windows,
                    changeIds,
                    settings,
                    unknown);
        }
    }
}
