package io.ringtail.processors.analysis.effect;

import io.ringtail.processors.analysis.Varints;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/**
 * Absolute log ratios of placebos, counted in geometric bins 5 % wide from 0.0001 up; absolute, since a placebo read
 * backwards is a placebo too. Mutable; owned by one thread.
 */
public final class PlaceboSketch {
    private static final double LEAST = 1e-4;
    private static final double WIDTH = Math.log(1.05);
    private static final double BAND = 0.95;
    private static final int HIGHEST = 300;

    private final Map<Integer, Long> bins = new TreeMap<>();

    /** Counts one. */
    public void add(double logRatio) {
        bins.merge(bin(Math.abs(logRatio)), 1L, Long::sum);
    }

    /** Adds all of another. */
    public void merge(PlaceboSketch other) {
        other.bins.forEach((bin, count) -> bins.merge(bin, count, Long::sum));
    }

    /** How many. */
    public int count() {
        return (int) bins.values().stream().mapToLong(Long::longValue).sum();
    }

    /** 95 % of them are at most this, by nearest rank, within 5 %; 0 without any. */
    public double band() {
        long rank = (long) Math.ceil(BAND * count());
        long seen = 0;
        for (Map.Entry<Integer, Long> bin : bins.entrySet()) {
            seen += bin.getValue();
            if (seen >= rank) {
                return LEAST * Math.exp(bin.getKey() * WIDTH);
            }
        }
        return 0;
    }

    /** Its compact form. */
    public byte[] toBytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int neighbour = 0;
        for (Map.Entry<Integer, Long> bin : bins.entrySet()) {
            Varints.put(out, bin.getKey() - neighbour);
            Varints.put(out, bin.getValue());
            neighbour = bin.getKey();
        }
        return out.toByteArray();
    }

    /** Reads what {@link #toBytes} wrote. */
    public static PlaceboSketch read(ByteBuffer bytes) {
        PlaceboSketch sketch = new PlaceboSketch();
        ByteBuffer in = bytes.duplicate();
        int bin = 0;
        while (in.hasRemaining()) {
            bin += (int) Varints.get(in);
            sketch.bins.put(bin, Varints.get(in));
        }
        return sketch;
    }

    private static int bin(double size) {
        return size <= LEAST ? 0 : Math.min(HIGHEST, (int) Math.ceil(Math.log(size / LEAST) / WIDTH - 1e-9));
    }
}
