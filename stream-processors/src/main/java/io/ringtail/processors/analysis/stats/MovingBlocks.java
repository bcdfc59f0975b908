package io.ringtail.processors.analysis.stats;

import java.util.SplittableRandom;

/**
 * Moving-block bootstrap of a series: blocks of neighbouring elements, drawn with replacement from all that overlap, put
 * end to end until the series has its length again; so that what neighbours have in common is kept.
 *
 * <p>Source: H. R. Künsch, "The jackknife and the bootstrap for general stationary observations", Annals of Statistics
 * 17 (1989), section 2. Assumes stationarity within the series and dependence shorter than a block. One seed gives one
 * sequence of resamples. Mutable; owned by one thread.
 */
public final class MovingBlocks {
    private final int length;
    private final int blockLength;
    private final SplittableRandom random;

    /**
     * A source of resamples.
     *
     * @param length elements of the series, at least 1
     * @param blockLength elements of a block, 1 to {@code length}
     * @param seed of the draws
     */
    public MovingBlocks(int length, int blockLength, long seed) {
        if (length < 1 || blockLength < 1 || blockLength > length) {
            throw new IllegalArgumentException("no blocks of " + blockLength + " in " + length);
        }
        this.length = length;
        this.blockLength = blockLength;
        this.random = new SplittableRandom(seed);
    }

    /** Fills in which element of the series stands at each place of the next resample. */
    public void next(int[] elements) {
        int filled = 0;
        while (filled < length) {
            int start = nextStart();
            int count = Math.min(blockLength, length - filled);
            for (int i = 0; i < count; i++) {
                elements[filled++] = start + i;
            }
        }
    }

    /** Fills in where each block of the next resample starts; the last one is cut where the series is full. */
    public void nextStarts(int[] starts) {
        for (int i = 0; i < starts.length; i++) {
            starts[i] = nextStart();
        }
    }

    private int nextStart() {
        return random.nextInt(length - blockLength + 1);
    }

    /** Elements of the series, and of each resample. */
    public int length() {
        return length;
    }

    /** Elements of a block. */
    public int blockLength() {
        return blockLength;
    }
}
