package io.ringtail.standalone.serve;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ringtail.schemas.Paths;
import io.ringtail.schemas.histogram.BucketLayout;
import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.EffectKnob;
import io.ringtail.schemas.record.MetricEffect;
import java.util.List;
import java.util.TreeMap;

/** An effect as the page shows it. What is absent is left out. Stateless. */
final class EffectJson {
    /** Neighbouring buckets that become one for the drawing: steps of about 6 %. */
    private static final int MERGED = 4;

    private EffectJson() {}

    static ObjectNode effect(Effect effect) {
        ObjectNode node = Json.object();
        node.put("id", effect.getEffectId());
        node.put("path", effect.getPathId());
        node.put("label", Paths.label(effect.getPath()));
        node.put("at", Json.ms(effect.getChangeEpochNs()));
        node.put("look", effect.getLook());
        node.put("last", effect.getLastLook());
        node.put("verdict", effect.getVerdict().name());
        node.put("confounded", effect.getConfounded());
        node.put("sim", effect.getSimulated());
        node.set("changes", Json.texts(effect.getChangeIds()));
        node.set("provisional", Json.texts(effect.getProvisional()));
        node.set("remarks", Json.texts(effect.getRemarks()));
        node.set("knobs", Json.list(effect.getKnobs(), EffectJson::knob));
        node.set("metrics", Json.list(effect.getMetrics(), EffectJson::metric));
        node.set("before", histogram(effect.getBeforeIndices(), effect.getBeforeCounts()));
        node.set("after", histogram(effect.getAfterIndices(), effect.getAfterCounts()));
        return node;
    }

    private static ObjectNode knob(EffectKnob knob) {
        ObjectNode node = Json.object();
        node.put("name", knob.getName());
        node.put("old", knob.getOldValue());
        node.put("new", knob.getNewValue());
        node.put("unit", knob.getUnit());
        node.put("group", knob.getGroup());
        node.set("queues", Json.texts(knob.getQueues()));
        return node;
    }

    private static ObjectNode metric(MetricEffect metric) {
        ObjectNode node = Json.object();
        node.put("name", metric.getMetric());
        node.put("unit", metric.getUnit());
        node.put("verdict", metric.getVerdict().name());
        node.put("sig", metric.getSignificant());
        exact(node, "before", metric.getBefore());
        exact(node, "after", metric.getAfter());
        exact(node, "diff", metric.getDifference());
        exact(node, "low", metric.getLow());
        exact(node, "high", metric.getHigh());
        exact(node, "logRatio", metric.getLogRatio());
        exact(node, "p", metric.getAdjustedP());
        Json.put(node, "why", metric.getAbsence());
        return node;
    }

    /** Shares and probabilities are small: not rounded as durations are. */
    private static void exact(ObjectNode node, String name, Double value) {
        if (value != null) {
            node.put(name, value);
        }
    }

    /** Pairs of a bucket's lowest duration and its samples. */
    private static ArrayNode histogram(List<Integer> indices, List<Long> counts) {
        TreeMap<Integer, Long> merged = new TreeMap<>();
        for (int i = 0; i < indices.size(); i++) {
            merged.merge(indices.get(i) / MERGED * MERGED, counts.get(i), Long::sum);
        }
        ArrayNode pairs = Json.array();
        merged.forEach((index, samples) ->
                pairs.addArray().add(Math.max(1, BucketLayout.lowestNs(index))).add(samples));
        return pairs;
    }
}
