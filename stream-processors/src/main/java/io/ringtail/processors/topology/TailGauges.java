package io.ringtail.processors.topology;

import io.ringtail.processors.analysis.association.GaugeKey;
import io.ringtail.schemas.record.EndState;
import io.ringtail.schemas.record.Gauge;
import io.ringtail.schemas.record.TailPathState;
import io.ringtail.schemas.record.Window;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Gauges of a window in two bytes each, in the order of the path's list: the upper half of a float, exact to 0.4 %, which
 * ranks need no better. What is the whole end's as it is; of what the queues have, the maximum over all queues.
 */
final class TailGauges {
    /** Gauges of a path that are kept; further ones are left out. */
    static final int MOST = 112;

    private static final String OVER_QUEUES = "max";
    private static final int HALF = 16;

    private TailGauges() {}

    /** All gauges of a window, by end and name. */
    static Map<GaugeKey, Double> of(Window window) {
        Map<GaugeKey, Double> all = new TreeMap<>();
        add(all, "prober", window.getProber());
        if (window.getResponder() != null) {
            add(all, "responder", window.getResponder());
        }
        return all;
    }

    private static void add(Map<GaugeKey, Double> all, String end, EndState state) {
        for (Gauge gauge : state.getGauges()) {
            String over = gauge.getQueue() == null ? "" : OVER_QUEUES;
            all.merge(new GaugeKey(end, gauge.getName(), over), gauge.getValue(), Math::max);
        }
    }

    /** Writes them; the path's list grows by what is new. */
    static ByteBuffer write(TailPathState path, Map<GaugeKey, Double> gauges) {
        for (GaugeKey key : gauges.keySet()) {
            String text = text(key);
            if (path.getGauges().size() < MOST && !path.getGauges().contains(text)) {
                path.getGauges().add(text);
            }
        }
        Map<String, Double> byText = new HashMap<>();
        gauges.forEach((key, value) -> byText.put(text(key), value));
        ByteBuffer bytes = ByteBuffer.allocate(Short.BYTES * path.getGauges().size());
        for (String key : path.getGauges()) {
            float value = byText.getOrDefault(key, Double.NaN).floatValue();
            bytes.putShort((short) (Float.floatToIntBits(value) >>> HALF));
        }
        return bytes.flip();
    }

    /** Reads them; those that came into the list later are not there. */
    static Map<GaugeKey, Double> read(TailPathState path, ByteBuffer written) {
        ByteBuffer bytes = written.duplicate();
        Map<GaugeKey, Double> gauges = new HashMap<>();
        for (int i = 0; bytes.remaining() >= Short.BYTES; i++) {
            float value = Float.intBitsToFloat(bytes.getShort() << HALF);
            if (!Float.isNaN(value)) {
                gauges.put(key(path.getGauges().get(i)), (double) value);
            }
        }
        return gauges;
    }

    private static String text(GaugeKey key) {
        return key.end() + " " + key.name() + " " + key.queue();
    }

    private static GaugeKey key(String text) {
        String[] parts = text.split(" ", 3);
        return new GaugeKey(parts[0], parts[1], parts[2]);
    }
}
