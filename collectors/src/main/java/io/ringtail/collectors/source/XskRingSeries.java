package io.ringtail.collectors.source;

import io.ringtail.collectors.parse.XskRingState;
import io.ringtail.schemas.record.XskRing;
import io.ringtail.schemas.record.XskRingKind;
import java.util.OptionalInt;

/** Samples of one ring since they were last taken. Owned by whoever holds the source's lock. */
final class XskRingSeries {
    private final XskRingKind kind;
    private final int entries;
    private final boolean flagSpeaks;
    private int samples;
    private int suspect;
    private int flagged;
    private int withFlag;
    private long occupiedSum;
    private int occupiedMax;
    private int atLimit;

    /**
     * @param entries its size; 0 where it is not known
     * @param zeroCopy whether the driver sets its need_wakeup flag: in copy mode it has a value, but no meaning
     */
    XskRingSeries(XskRingKind kind, int entries, boolean zeroCopy) {
        this.kind = kind;
        this.entries = entries;
        this.flagSpeaks = zeroCopy && (kind == XskRingKind.TX || kind == XskRingKind.FILL);
    }

    /** Takes a sample; flags of -1 are none. */
    void add(int producer, int consumer, int flags) {
        if (entries == 0) {
            flag(flags);
            samples++;
            return;
        }
        OptionalInt occupied = XskRingState.occupancy(producer, consumer, entries);
        if (occupied.isEmpty()) {
            suspect++;
            return;
        }
        flag(flags);
        fill(occupied.getAsInt());
    }

    /** What was sampled since the last call. */
    XskRing take() {
        boolean filled = entries > 0 && samples > 0;
        double whole = (double) entries * samples;
        XskRing ring = XskRing.newBuilder()
                .setRing(kind)
                .setEntries(entries == 0 ? null : entries)
                .setFillMean(filled ? occupiedSum / whole : null)
                .setFillMax(filled ? (double) occupiedMax / entries : null)
                .setAtLimitShare(filled ? (double) atLimit / samples : null)
                .setNeedWakeupShare(withFlag > 0 ? (double) flagged / withFlag : null)
                .setSamples(samples)
                .setSuspect(suspect)
                .build();
        clear();
        return ring;
    }

    private void flag(int flags) {
        if (flagSpeaks && flags != -1) {
            withFlag++;
            flagged += XskRingState.needsWakeup(flags) ? 1 : 0;
        }
    }

    private void fill(int occupied) {
        samples++;
        occupiedSum += occupied;
        occupiedMax = Math.max(occupiedMax, occupied);
        int limit = kind == XskRingKind.FILL ? 0 : entries;
        atLimit += occupied == limit ? 1 : 0;
    }

    private void clear() {
        samples = 0;
        suspect = 0;
        flagged = 0;
        withFlag = 0;
        occupiedSum = 0;
        occupiedMax = 0;
        atLimit = 0;
    }
}
