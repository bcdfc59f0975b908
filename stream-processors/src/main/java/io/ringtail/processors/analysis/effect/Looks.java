package io.ringtail.processors.analysis.effect;

import io.ringtail.processors.analysis.stats.AlphaSpending;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/**
 * When a comparison is looked at, and how much of the level each look may spend. The last look is the largest that the
 * windows before the change allow; these are known at the first look, so that it does not depend on what comes after.
 */
public final class Looks {
    /** Windows a side. */
    public static final List<Integer> SIZES = List.of(30, 60, 120, 300, 600);

    /** Fewer a side are no comparison. */
    public static final int LEAST = SIZES.getFirst();

    /** More a side are not used. */
    public static final int MOST = SIZES.getLast();

    /** Level of the primary metric, and of the family of the others, over all looks. */
    public static final double ALPHA = 0.05;

    /**
     * Early looks may always spend this much: what the spending function leaves them (1e-23 at the first of five) is beyond
     * what any variance estimate can vouch for, and all of it together is less than a thousandth of the level.
     */
    static final double LEAST_LEVEL = 1e-6;

    private static final Map<Integer, AlphaSpending> SPENDING = new ConcurrentHashMap<>();

    private Looks() {}

    /** The largest look that so many windows a side allow; absent below 30. */
    public static OptionalInt reached(int windows) {
        return SIZES.stream()
                .mapToInt(Integer::intValue)
                .filter(each -> each <= windows)
                .max();
    }

    /** The look after so many windows; absent where the last has been reached. */
    public static OptionalInt after(int windows) {
        return SIZES.stream()
                .mapToInt(Integer::intValue)
                .filter(each -> each > windows)
                .min();
    }

    /** Two-sided level at a look, where this is the last one. */
    static double level(int look, int last) {
        double level = SPENDING.computeIfAbsent(last, Looks::spending).level(SIZES.indexOf(look));
        return Math.max(LEAST_LEVEL, level);
    }

    private static AlphaSpending spending(int last) {
        List<Integer> looks = new ArrayList<>(SIZES);
        looks.removeIf(each -> each > last);
        return AlphaSpending.oBrienFleming(
                ALPHA, looks.stream().mapToDouble(each -> (double) each / last).toArray());
    }
}
