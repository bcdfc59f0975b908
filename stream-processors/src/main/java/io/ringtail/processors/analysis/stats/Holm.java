package io.ringtail.processors.analysis.stats;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Step-down adjustment of p-values that keeps the chance of any false rejection in the family at its level, under any
 * dependence.
 *
 * <p>Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6
 * (1979), section 3. Stateless.
 */
public final class Holm {
    private Holm() {}

    /** Adjusted p-values, in the order given: reject those at or below the family's level. */
    public static double[] adjusted(double... p) {
        int[] rising = IntStream.range(0, p.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> p[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] adjusted = new double[p.length];
        double least = 0;
        for (int rank = 0; rank < p.length; rank++) {
            least = Math.max(least, Math.min(1, p[rising[rank]] * (p.length - rank)));
            adjusted[rising[rank]] = least;
        }
        return adjusted;
    }
}
