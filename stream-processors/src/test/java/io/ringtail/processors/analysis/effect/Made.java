package io.ringtail.processors.analysis.effect;

import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.schemas.record.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Windows with known truth: log-normal round trips around 50 us, whose scale follows an autoregressive log noise from
 * second to second. Every draw from one seed.
 */
final class Made {
    private static final int TABLE = 8_192;
    private static final double[] ROUND_TRIPS = table();
    private static final long SECOND_NS = 1_000_000_000;

    private final SplittableRandom random;
    private final double rho;
    private final double deviation;
    private final int samples;
    private double noise;
    private long second;

    /**
     * A source of windows.
     *
     * @param rho correlation of neighbouring windows' log scale
     * @param deviation of that log scale
     * @param samples round trips a window
     */
    Made(long seed, double rho, double deviation, int samples) {
        this.random = new SplittableRandom(seed);
        this.rho = rho;
        this.deviation = deviation;
        this.samples = samples;
        this.noise = deviation * gaussian();
    }

    /** So many windows in a row, all round trips this many times as long. */
    List<EffectWindow> windows(int count, double factor) {
        return windows(count, factor, factor);
    }

    /** The slower half of the round trips by another factor than the faster one. */
    List<EffectWindow> windows(int count, double fast, double slow) {
        List<EffectWindow> windows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            noise = rho * noise + Math.sqrt(1 - rho * rho) * deviation * gaussian();
            windows.add(window(second++, histogram(fast, slow), 0, 100));
        }
        return windows;
    }

    static Side side(List<EffectWindow> windows) {
        return new Side(Schedule.CLOSED, false, windows);
    }

    static EffectWindow window(long second, SparseHistogram histogram, long lost, double packets) {
        return new EffectWindow(
                second * SECOND_NS,
                1,
                histogram,
                lost,
                9_000 + second % 7,
                7_000 + second % 5,
                2.0 * histogram.count() + packets,
                2.0 * histogram.count() + packets,
                0.2,
                0.2,
                false);
    }

    private SparseHistogram histogram(double fast, double slow) {
        double scale = Math.exp(noise);
        SparseHistogram histogram = new SparseHistogram();
        for (int i = 0; i < samples; i++) {
            int at = random.nextInt(TABLE);
            histogram.add(Math.round(ROUND_TRIPS[at] * scale * (at < TABLE / 2 ? fast : slow)));
        }
        return histogram;
    }

    private double gaussian() {
        return NormalDistribution.of(0, 1).inverseCumulativeProbability(random.nextDouble());
    }

    private static double[] table() {
        LogNormalDistribution distribution = LogNormalDistribution.of(Math.log(50_000), 0.3);
        double[] table = new double[TABLE];
        for (int i = 0; i < TABLE; i++) {
            table[i] = distribution.inverseCumulativeProbability((i + 0.5) / TABLE);
        }
        return table;
    }
}
