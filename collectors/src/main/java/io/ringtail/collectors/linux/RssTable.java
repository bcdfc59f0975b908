package io.ringtail.collectors.linux;

import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/**
 * How received packets are spread over queues.
 *
 * @param queues queue of each entry; a packet's hash modulo their number is its entry. Empty where there is no table
 * @param function number of the hash function, a bit of ETH_RSS_HASH_*; absent where the driver does not tell
 * @param keySum check sum of the hash function's key; 0 where the driver does not tell
 */
public record RssTable(List<Integer> queues, OptionalLong function, int keySum) {
    public RssTable {
        queues = List.copyOf(queues);
    }

    /**
     * As a setting's text: how many entries each queue has, and a check sum by which another order or another key
     * differs: {@code 128 entries, 32 each of 0-3, sum 1a2b3c4d}.
     */
    public String text() {
        if (queues.isEmpty()) {
            return "none";
        }
        TreeMap<Integer, Integer> counts = new TreeMap<>();
        queues.forEach(queue -> counts.merge(queue, 1, Integer::sum));
        return queues.size() + " entries, " + spread(counts) + ", sum " + sum();
    }

    private static String spread(TreeMap<Integer, Integer> counts) {
        boolean even = counts.values().stream().distinct().count() == 1;
        boolean dense = counts.lastKey() - counts.firstKey() + 1 == counts.size();
        if (even && dense) {
            String range = counts.size() == 1 ? "" + counts.firstKey() : counts.firstKey() + "-" + counts.lastKey();
            return counts.firstEntry().getValue() + " each of " + range;
        }
        return counts.entrySet().stream()
                .map(entry -> entry.getValue() + " of " + entry.getKey())
                .collect(Collectors.joining(", "));
    }

    private String sum() {
        CRC32 sum = new CRC32();
        queues.forEach(queue -> {
            sum.update(queue & 0xff);
            sum.update(queue >> 8 & 0xff);
        });
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            sum.update(keySum >>> shift);
        }
        sum.update((int) function.orElse(0));
        return HexFormat.of().toHexDigits((int) sum.getValue());
    }
}
