package io.ringtail.processors.analysis.association;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Adjusts p-values so that rejecting those at or below a level makes at most that share of the rejections false.
 *
 * <p>Benjamini and Hochberg (1995), Controlling the false discovery rate, J. of the Royal Statistical Society B 57,
 * 289-300, section 3. Holds for independent tests and positively dependent ones (Benjamini and Yekutieli 2001), as the
 * lags of one gauge are. Pure.
 */
final class FalseDiscoveries {
    private FalseDiscoveries() {}

    /** Adjusted p-values, in the order given. */
    static double[] adjusted(double... p) {
        int[] falling = IntStream.range(0, p.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> p[i]).reversed())
                .mapToInt(Integer::intValue)
                .toArray();
        double[] adjusted = new double[p.length];
        double most = 1;
        for (int i = 0; i < falling.length; i++) {
            int rank = p.length - i;
            most = Math.min(most, p[falling[i]] * p.length / rank);
            adjusted[falling[i]] = most;
        }
        return adjusted;
    }
}
