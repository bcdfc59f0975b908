package io.ringtail.processors.analysis.alert;

import io.ringtail.processors.analysis.alert.Judgement.Verdict;
import io.ringtail.schemas.record.AlertStanding;

/**
 * What was seen in the last 64 seconds, a bit each, so that the order in which records come does not matter. A second is
 * bad if anything of it was, good if all of it was. Stateless: it works on the standing.
 */
final class Seconds {
    private static final int KEPT = Long.SIZE;

    private Seconds() {}

    /** Notes a verdict on seconds from one to another, both included; older ones than are kept say nothing. */
    static void note(AlertStanding standing, long from, long to, Verdict verdict) {
        advance(standing, to);
        for (long second = Math.max(from, to - KEPT + 1); second <= to; second++) {
            long back = standing.getNewestSecond() - second;
            if (back < KEPT) {
                mark(standing, 1L << back, verdict);
            }
        }
    }

    private static void advance(AlertStanding standing, long to) {
        long by = to - standing.getNewestSecond();
        if (by > 0) {
            standing.setSeen(shift(standing.getSeen(), by));
            standing.setBad(shift(standing.getBad(), by));
            standing.setGood(shift(standing.getGood(), by));
            standing.setNewestSecond(to);
        }
    }

    private static long shift(long bits, long by) {
        return by >= KEPT ? 0 : bits << by;
    }

    private static void mark(AlertStanding standing, long bit, Verdict verdict) {
        boolean first = (standing.getSeen() & bit) == 0;
        standing.setSeen(standing.getSeen() | bit);
        switch (verdict) {
            case BAD -> {
                standing.setBad(standing.getBad() | bit);
                standing.setGood(standing.getGood() & ~bit);
            }
            case BETWEEN -> standing.setGood(standing.getGood() & ~bit);
            case GOOD -> standing.setGood(first ? standing.getGood() | bit : standing.getGood());
        }
    }

    /** Whether enough of the last seconds were bad. */
    static boolean fires(AlertStanding standing, AlertRule.Level rule) {
        return Long.bitCount(standing.getBad() & mask(rule.of())) >= rule.seconds();
    }

    /** Whether nine tenths of the last seconds were good, and too few bad. */
    static boolean clears(AlertStanding standing, AlertRule.Level rule) {
        int needed = rule.of() - rule.of() / 10;
        return !fires(standing, rule) && Long.bitCount(standing.getGood() & mask(rule.of())) >= needed;
    }

    /** Whether it would say the same if it were forgotten. */
    static boolean isBlank(AlertStanding standing) {
        return standing.getBad() == 0
                && standing.getAlert() == null
                && standing.getLast().isEmpty();
    }

    private static long mask(int seconds) {
        return seconds >= KEPT ? -1L : (1L << seconds) - 1;
    }
}
