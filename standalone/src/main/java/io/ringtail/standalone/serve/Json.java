package io.ringtail.standalone.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ringtail.schemas.record.Origin;
import java.util.Collection;
import java.util.function.Function;

/** Small helps for the fragments of the live model. Absent is left out, never 0. */
final class Json {
    private static final long NS_PER_MS = 1_000_000;
    private static final double NS_PER_S = 1e9;
    private static final long CLOCK_OFF_NS = 200_000_000;

    private Json() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    /** An array with one node for each item. */
    static <T> ArrayNode list(Collection<T> items, Function<T, ? extends JsonNode> node) {
        ArrayNode array = array();
        items.forEach(item -> array.add(node.apply(item)));
        return array;
    }

    static ArrayNode texts(Collection<String> items) {
        ArrayNode array = array();
        items.forEach(array::add);
        return array;
    }

    static void put(ObjectNode node, String name, Long value) {
        if (value != null) {
            node.put(name, value);
        }
    }

    static void put(ObjectNode node, String name, Double value) {
        if (value != null && Double.isFinite(value)) {
            node.put(name, rounded(value));
        }
    }

    static void put(ObjectNode node, String name, String value) {
        if (value != null) {
            node.put(name, value);
        }
    }

    /** Milliseconds of nanoseconds. */
    static long ms(long ns) {
        return Math.floorDiv(ns, NS_PER_MS);
    }

    /** When a raw record was made, on the cluster's time line (as the processors place it). Unit: ms since 1970. */
    static long madeMs(Origin origin) {
        Long offset = origin.getClockOffsetNs();
        boolean off = offset != null && Math.abs(offset) > CLOCK_OFF_NS;
        return ms(origin.getEpochNs() - (off ? offset : 0));
    }

    /** Events per second; absent without a delta or an interval. */
    static Double perSecond(Long delta, long intervalNs) {
        return delta == null || intervalNs <= 0 ? null : delta * NS_PER_S / intervalNs;
    }

    /** Four significant digits are more than a page shows. */
    static double rounded(double value) {
        if (value == 0 || Math.abs(value) >= 1e6) {
            return Math.rint(value);
        }
        double scale = Math.pow(10, 4 - Math.ceil(Math.log10(Math.abs(value))));
        return Math.rint(value * scale) / scale;
    }
}
