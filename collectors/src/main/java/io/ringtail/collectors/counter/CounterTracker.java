package io.ringtail.collectors.counter;

import io.ringtail.schemas.record.Verdict;
import java.util.Arrays;

/**
 * The last believed values of counters that belong together, and what each new read is worth. Counters have an index
 * that the caller chooses: a CPU number, a column. One owner; {@link #delta} and {@link #intervalNs} speak of the last
 * {@link #observe}. Durations are of CLOCK_MONOTONIC of one boot. Nothing is allocated once the counters are known.
 */
public final class CounterTracker {
    /**
     * Most events that one CPU can plausibly count: a 32-bit counter that moved faster did not wrap but restarted.
     * Unit: events/s.
     */
    public static final long MAX_EVENTS_PER_SECOND = 50_000_000;

    /** From here on a zero after a value is not believed at once: a restart so far from zero would be a coincidence. */
    static final long LARGE = 65_536;

    private static final long NS_PER_EVENT = 1_000_000_000 / MAX_EVENTS_PER_SECOND;
    private static final long SHORTEST_INTERVAL_NS = 1_000_000;
    private static final long MASK_32 = 0xffff_ffffL;

    private static final byte UNKNOWN = 0;
    private static final byte KNOWN = 1;
    private static final byte MISSED = 2;
    private static final byte SUSPECTED = 3;
    private static final byte OTHER_BOOT = 4;

    private final Width width;
    private byte[] states;
    private long[] baselines;
    private long[] baselineMonoNs;
    private String bootId;
    private long delta;
    private long intervalNs;

    /**
     * @param width of all of them
     * @param size indexes expected; more are made room for
     */
    public CounterTracker(Width width, int size) {
        this.width = width;
        states = new byte[size];
        baselines = new long[size];
        baselineMonoNs = new long[size];
    }

    /** Tells which boot the next values are of: counters never continue across two of them. */
    public void boot(String id) {
        if (bootId != null && !bootId.equals(id)) {
            for (int i = 0; i < states.length; i++) {
                states[i] = states[i] == UNKNOWN ? UNKNOWN : OTHER_BOOT;
            }
        }
        bootId = id;
    }

    /**
     * Takes a value as read.
     *
     * @param value the counter's bits
     * @param monoNs when it was read
     */
    public Verdict observe(int index, long value, long monoNs) {
        makeRoom(index);
        delta = 0;
        intervalNs = states[index] == UNKNOWN || states[index] == OTHER_BOOT ? 0 : monoNs - baselineMonoNs[index];
        Verdict verdict = judge(index, value);
        if (verdict == Verdict.SUSPECT) {
            states[index] = SUSPECTED;
        } else {
            states[index] = KNOWN;
            baselines[index] = value;
            baselineMonoNs[index] = monoNs;
        }
        return verdict;
    }

    /** A read came that should have had this counter and had not: the next delta spans a gap. */
    public void missed(int index) {
        if (index < states.length && states[index] == KNOWN) {
            states[index] = MISSED;
        }
    }

    /** A read failed as a whole. */
    public void missedAll() {
        for (int i = 0; i < states.length; i++) {
            missed(i);
        }
    }

    /** The counter is gone: one that comes back under its index is a new one. */
    public void end(int index) {
        if (index < states.length) {
            states[index] = UNKNOWN;
        }
    }

    /** The last observation's increase; 0 where its verdict has none. Unit: the counter's own. */
    public long delta() {
        return delta;
    }

    /** Time since the value that the last observation was compared with; 0 for FIRST and another boot. Unit: ns. */
    public long intervalNs() {
        return intervalNs;
    }

    private Verdict judge(int index, long value) {
        return switch (states[index]) {
            case UNKNOWN -> Verdict.FIRST;
            case OTHER_BOOT -> Verdict.RESET;
            default -> width == Width.U32 ? judge32(index, value) : judge64(index, value);
        };
    }

    private Verdict judge64(int index, long value) {
        long baseline = baselines[index];
        if (Long.compareUnsigned(value, baseline) < 0) {
            return fallen(index, value);
        }
        return grown(index, value - baseline, Verdict.OK);
    }

    private Verdict judge32(int index, long value) {
        boolean wrapped = value < baselines[index];
        long moved = (value - baselines[index]) & MASK_32;
        boolean believed = plausible(moved) && !(wrapped && states[index] == SUSPECTED);
        if (believed) {
            return grown(index, moved, wrapped ? Verdict.WRAP : Verdict.OK);
        }
        return fallen(index, value);
    }

    private Verdict fallen(int index, long value) {
        boolean fromLarge = Long.compareUnsigned(baselines[index], LARGE) >= 0;
        return value == 0 && fromLarge && states[index] != SUSPECTED ? Verdict.SUSPECT : Verdict.RESET;
    }

    private Verdict grown(int index, long moved, Verdict uninterrupted) {
        // After a zero that was not believed: more than doubled is rather a restart that has overtaken the old value.
        boolean overtaken = states[index] == SUSPECTED && Long.compareUnsigned(moved, baselines[index]) > 0;
        // 2^63 and more in one interval are no events, and no signed delta.
        if (overtaken || moved < 0) {
            return Verdict.RESET;
        }
        delta = moved;
        return states[index] == KNOWN ? uninterrupted : Verdict.GAP;
    }

    private boolean plausible(long moved) {
        return moved <= Math.max(intervalNs, SHORTEST_INTERVAL_NS) / NS_PER_EVENT;
    }

    private void makeRoom(int index) {
        if (index >= states.length) {
            int size = Math.max(index + 1, states.length * 2);
            states = Arrays.copyOf(states, size);
            baselines = Arrays.copyOf(baselines, size);
            baselineMonoNs = Arrays.copyOf(baselineMonoNs, size);
        }
    }
}
