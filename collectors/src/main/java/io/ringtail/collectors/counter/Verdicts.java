package io.ringtail.collectors.counter;

import io.ringtail.schemas.record.Verdict;

/** What verdicts mean for those who add deltas up. */
public final class Verdicts {
    private Verdicts() {}

    /** Whether a delta of this verdict is true. */
    public static boolean hasDelta(Verdict verdict) {
        return verdict == Verdict.OK || verdict == Verdict.WRAP || verdict == Verdict.GAP;
    }

    /** The worse of two: OK, WRAP, GAP, FIRST, SUSPECT, RESET. */
    public static Verdict worse(Verdict one, Verdict other) {
        return badness(one) >= badness(other) ? one : other;
    }

    private static int badness(Verdict verdict) {
        return switch (verdict) {
            case OK -> 0;
            case WRAP -> 1;
            case GAP -> 2;
            case FIRST -> 3;
            case SUSPECT -> 4;
            case RESET -> 5;
        };
    }
}
