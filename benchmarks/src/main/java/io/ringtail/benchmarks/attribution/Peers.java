package io.ringtail.benchmarks.attribution;

import io.ringtail.processors.analysis.Percentiles;
import io.ringtail.processors.analysis.SparseHistogram;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.apache.commons.statistics.inference.TTest;

/** What people use today, on each window's p99: at the same looks, each at 5 %. */
enum Peers {
    /** Welch's t-test of the windows' p99s before and after. */
    T_TEST {
        @Override
        boolean alarms(double[] before, double[] after) {
            return TTest.withDefaults().test(before, after).getPValue() <= LEVEL;
        }
    },
    /** Mann-Whitney's U of the windows' p99s before and after. */
    MANN_WHITNEY {
        @Override
        boolean alarms(double[] before, double[] after) {
            return MannWhitneyUTest.withDefaults().test(before, after).getPValue() <= LEVEL;
        }
    },
    /** Page's two-sided cumulative sum on the windows' log p99, k = 0.5, h = 5 standard deviations of those before. */
    CUSUM {
        @Override
        boolean alarms(double[] before, double[] after) {
            double mean = Arrays.stream(before).average().orElseThrow();
            double squares = Arrays.stream(before)
                    .map(each -> (each - mean) * (each - mean))
                    .sum();
            double deviation = Math.sqrt(squares / (before.length - 1));
            double up = 0;
            double down = 0;
            for (double each : after) {
                double off = (each - mean) / deviation;
                up = Math.max(0, up + off - SLACK);
                down = Math.max(0, down - off - SLACK);
                if (up > LIMIT || down > LIMIT) {
                    return true;
                }
            }
            return false;
        }
    };

    private static final double LEVEL = 0.05;
    private static final double SLACK = 0.5;
    private static final double LIMIT = 5;

    /** Whether it says that something changed. */
    abstract boolean alarms(double[] before, double[] after);

    /** The logarithm of each window's p99. */
    static double[] p99s(List<SparseHistogram> windows) {
        return windows.stream()
                .mapToDouble(each -> Math.log((double) each.valueAtRankNs(Percentiles.rank(9_900, each.count()))))
                .toArray();
    }
}
