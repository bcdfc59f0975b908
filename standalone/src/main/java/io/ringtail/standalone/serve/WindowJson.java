package io.ringtail.standalone.serve;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ringtail.schemas.Paths;
import io.ringtail.schemas.histogram.BucketLayout;
import io.ringtail.schemas.record.EndState;
import io.ringtail.schemas.record.Path;
import io.ringtail.schemas.record.Percentile;
import io.ringtail.schemas.record.Schedule;
import io.ringtail.schemas.record.SegmentTimes;
import io.ringtail.schemas.record.Window;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** A window and its path as the page wants them. Times in ms, durations in ns; what is absent is left out. */
final class WindowJson {
    private static final int PER_OCTAVE_BITS = 4;

    private WindowJson() {}

    /** The fragment of a window, with the p99.9 of the windows up to it. */
    static ObjectNode window(Window window, Percentile trailing) {
        ObjectNode node = Json.object()
                .put("p", window.getPathId())
                .put("t", Json.ms(window.getStartEpochNs()))
                .put("d", Json.ms(window.getDurationNs()))
                .put("r", window.getRevision())
                .put("c", window.getCompleteness().name());
        Json.put(node, "epoch", window.getEpochId());
        Json.put(node, "min", window.getMinNs());
        Json.put(node, "max", window.getMaxNs());
        Json.put(node, "mean", window.getMeanNs());
        counts(node, window);
        percentiles(node, window);
        Json.put(node, "tail", trailing.getValueNs());
        Json.put(node, "tailAbsent", trailing.getAbsence());
        node.set("h", coarse(window));
        node.set("from", end(window.getProber()));
        if (window.getResponder() != null) {
            node.set("to", end(window.getResponder()));
        }
        if (window.getSegments() != null) {
            node.set("seg", segments(window.getSegments()));
        }
        node.set("remarks", Json.texts(window.getRemarks()));
        return node.put("sim", window.getSimulated());
    }

    /** The fragment of a path. */
    static ObjectNode path(Window window) {
        Path path = window.getPath();
        ObjectNode node = Json.object()
                .put("id", window.getPathId())
                .put("label", Paths.label(path))
                .put("loopback", path.getProberInterface().equals("lo"))
                .put("probe", path.getProbe().name().toLowerCase(Locale.ROOT))
                .put("request", path.getRequestBytes())
                .put("response", path.getResponseBytes())
                .put("sessions", path.getSessions())
                .put("open", path.getSchedule() == Schedule.OPEN)
                .put("sim", window.getSimulated());
        Json.put(node, "rate", path.getRatePerSecond() == null ? null : Long.valueOf(path.getRatePerSecond()));
        node.set("from", end(path.getProberHost(), path.getProberNetns(), path.getProberInterface()));
        node.set("to", end(path.getResponderHost(), path.getResponderNetns(), path.getResponderInterface()));
        return node;
    }

    private static void counts(ObjectNode node, Window window) {
        node.put("sent", window.getSent())
                .put("received", window.getReceived())
                .put("lost", window.getLost())
                .put("duplicated", window.getDuplicated())
                .put("late", window.getLate())
                .put("reordered", window.getReordered())
                .put("flagged", window.getFlagged());
        Json.put(node, "tps", window.getTransactionsPerSecond());
    }

    private static void percentiles(ObjectNode node, Window window) {
        ObjectNode values = node.putObject("q");
        ObjectNode absent = node.putObject("absent");
        for (Percentile percentile : window.getPercentiles()) {
            String name = name(percentile.getPercent());
            Json.put(values, name, percentile.getValueNs());
            Json.put(absent, name, percentile.getAbsence());
        }
    }

    private static String name(double percent) {
        return percent == Math.rint(percent) ? Long.toString((long) percent) : Double.toString(percent);
    }

    /** Counts in 16 buckets an octave: a heat map has no more rows, and whole fine buckets fall into each. */
    private static ArrayNode coarse(Window window) {
        TreeMap<Integer, Long> counts = new TreeMap<>();
        for (int i = 0; i < window.getBucketIndices().size(); i++) {
            long value = BucketLayout.lowestNs(window.getBucketIndices().get(i));
            counts.merge(coarse(value), window.getBucketCounts().get(i), Long::sum);
        }
        ArrayNode pairs = Json.array();
        counts.forEach((index, count) -> pairs.add(index).add(count));
        return pairs;
    }

    /** Octave times 16 plus the sixteenth of the octave. */
    static int coarse(long valueNs) {
        long value = Math.max(1, valueNs);
        int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(value);
        long shifted =
                octave >= PER_OCTAVE_BITS ? value >>> (octave - PER_OCTAVE_BITS) : value << (PER_OCTAVE_BITS - octave);
        return (octave << PER_OCTAVE_BITS) | (int) (shifted & ((1 << PER_OCTAVE_BITS) - 1));
    }

    /** Stamped round trips, and the mean of each of their segments. */
    private static ObjectNode segments(List<SegmentTimes> all) {
        ObjectNode node = Json.object()
                .put(
                        "n",
                        all.getFirst().getBucketCounts().stream()
                                .mapToLong(Long::longValue)
                                .sum());
        all.forEach(each -> Json.put(node, each.getSegment().name(), Double.valueOf(each.getMeanNs())));
        return node;
    }

    private static ObjectNode end(EndState end) {
        ObjectNode node = Json.object();
        Json.put(node, "busy", end.getBusyNsPerTransaction());
        Json.put(node, "thread", end.getThreadNsPerTransaction());
        Json.put(node, "clock", end.getClockOffsetNs());
        node.set("g", gauges(end));
        return node;
    }

    /** Gauges by name: the whole end's where there is one, else over its queues: rates summed, the largest of others. */
    private static ObjectNode gauges(EndState end) {
        TreeMap<String, Double> all = new TreeMap<>();
        end.getGauges().stream()
                .filter(gauge -> gauge.getQueue() != null)
                .forEach(gauge -> all.merge(
                        gauge.getName(), gauge.getValue(), Units.additive(gauge.getName()) ? Double::sum : Math::max));
        end.getGauges().stream()
                .filter(gauge -> gauge.getQueue() == null)
                .forEach(gauge -> all.put(gauge.getName(), gauge.getValue()));
        ObjectNode node = Json.object();
        all.forEach((name, value) -> Json.put(node, name, value));
        return node;
    }

    private static ObjectNode end(String host, String netns, String iface) {
        return Json.object().put("host", host).put("netns", netns).put("if", iface);
    }
}
