package io.ringtail.benchmarks.attribution;

import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.schemas.histogram.BucketLayout;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPInputStream;

/**
 * Windows recorded on a real kernel, with shifts planted in them. A run takes a stretch of the recording from a drawn
 * start, so that runs share windows: their results are not independent.
 */
final class Recorded implements Truth {
    private static final String FILE = "/recorded/loopback-windows.txt.gz";

    private final List<int[]> indices = new ArrayList<>();
    private final List<long[]> counts = new ArrayList<>();

    Recorded() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Recorded.class.getResourceAsStream(FILE)), StandardCharsets.UTF_8))) {
            lines.lines().filter(line -> !line.startsWith("#")).forEach(this::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A line is a window: buckets as distance from the one before, a colon, samples. */
    private void add(String line) {
        String[] buckets = line.split(" ", -1);
        int[] index = new int[buckets.length];
        long[] count = new long[buckets.length];
        int last = 0;
        for (int i = 0; i < buckets.length; i++) {
            int colon = buckets[i].indexOf(':');
            last += Integer.parseInt(buckets[i].substring(0, colon));
            index[i] = last;
            count[i] = Long.parseLong(buckets[i].substring(colon + 1));
        }
        indices.add(index);
        counts.add(count);
    }

    @Override
    public String label() {
        return "recorded";
    }

    @Override
    public int longest() {
        return 120;
    }

    @Override
    public List<SparseHistogram> windows(int before, int after, double factor, long seed) {
        int length = before + GAP + after;
        SplittableRandom random = new SplittableRandom(seed);
        int start = random.nextInt(indices.size() - length + 1);
        List<SparseHistogram> windows = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            windows.add(scaled(start + i, i >= before + GAP ? factor : 1, random));
        }
        return windows;
    }

    /** Each sample somewhere in its bucket, so that small shifts are not lost to the buckets' width. */
    private SparseHistogram scaled(int window, double factor, SplittableRandom random) {
        SparseHistogram histogram = new SparseHistogram();
        int[] index = indices.get(window);
        for (int i = 0; i < index.length; i++) {
            long low = BucketLayout.lowestNs(index[i]);
            long width = BucketLayout.highestNs(index[i]) - low + 1;
            for (long sample = 0; sample < counts.get(window)[i]; sample++) {
                histogram.add((long) (factor * (low + width * random.nextDouble())));
            }
        }
        return histogram;
    }
}
