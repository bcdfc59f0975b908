package io.ringtail.processors.history;

import io.ringtail.schemas.Paths;
import io.ringtail.schemas.histogram.BucketLayout;
import io.ringtail.schemas.record.EndState;
import io.ringtail.schemas.record.Path;
import io.ringtail.schemas.record.Percentile;
import io.ringtail.schemas.record.SegmentTimes;
import io.ringtail.schemas.record.Window;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** Rows of a window: itself and its histogram. Pure. */
final class WindowRows {
    private WindowRows() {}

    static HistoryRow window(Window window) {
        Path path = window.getPath();
        return HistoryRow.of(
                HistoryTable.WINDOWS,
                Micros.of(window.getStartEpochNs()),
                window.getPathId(),
                Paths.label(path),
                path.getProberHost(),
                Texts.orNull(path.getProberNetns()),
                Texts.orNull(path.getProberInterface()),
                path.getResponderHost(),
                Texts.orNull(path.getResponderNetns()),
                Texts.orNull(path.getResponderInterface()),
                path.getProbe().name(),
                path.getSchedule().name(),
                window.getRevision(),
                window.getCompleteness().name(),
                window.getEpochId(),
                window.getDurationNs(),
                window.getSent(),
                window.getReceived(),
                window.getLost(),
                window.getDuplicated(),
                window.getLate(),
                window.getReordered(),
                window.getFlagged(),
                window.getMinNs(),
                window.getMaxNs(),
                window.getMeanNs(),
                percentileNs(window, 50),
                percentileNs(window, 90),
                percentileNs(window, 95),
                percentileNs(window, 99),
                percentileNs(window, 99.9),
                window.getTransactionsPerSecond(),
                ofEnd(window.getProber(), EndState::getBusyNsPerTransaction),
                ofEnd(window.getProber(), EndState::getThreadNsPerTransaction),
                ofEnd(window.getResponder(), EndState::getBusyNsPerTransaction),
                ofEnd(window.getResponder(), EndState::getThreadNsPerTransaction),
                Texts.joined(window.getRemarks()),
                window.getSimulated());
    }

    private static Long percentileNs(Window window, double percent) {
        return window.getPercentiles().stream()
                .filter(percentile -> Math.abs(percentile.getPercent() - percent) < 1e-6)
                .map(Percentile::getValueNs)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static Double ofEnd(EndState end, Function<EndState, Double> value) {
        return end == null ? null : value.apply(end);
    }

    /** The window's buckets, and with 0 samples those that only an earlier revision had. */
    static List<HistoryRow> buckets(Window window, Collection<Integer> vanished) {
        List<HistoryRow> rows = new ArrayList<>();
        for (int i = 0; i < window.getBucketIndices().size(); i++) {
            rows.add(bucket(
                    window,
                    window.getBucketIndices().get(i),
                    window.getBucketCounts().get(i)));
        }
        vanished.forEach(index -> rows.add(bucket(window, index, 0)));
        return rows;
    }

    /** Segments of the window's stamped round trips; a later revision has those of the earlier one, and more. */
    static List<HistoryRow> segments(Window window) {
        List<HistoryRow> rows = new ArrayList<>();
        if (window.getSegments() == null) {
            return rows;
        }
        for (SegmentTimes times : window.getSegments()) {
            for (int i = 0; i < times.getBucketIndices().size(); i++) {
                int index = times.getBucketIndices().get(i);
                rows.add(HistoryRow.of(
                        HistoryTable.SEGMENTS,
                        Micros.of(window.getStartEpochNs()),
                        window.getPathId(),
                        times.getSegment().name(),
                        index,
                        BucketLayout.lowestNs(index),
                        BucketLayout.highestNs(index),
                        times.getBucketCounts().get(i)));
            }
        }
        return rows;
    }

    private static HistoryRow bucket(Window window, int index, long samples) {
        return HistoryRow.of(
                HistoryTable.BUCKETS,
                Micros.of(window.getStartEpochNs()),
                window.getPathId(),
                index,
                BucketLayout.lowestNs(index),
                BucketLayout.highestNs(index),
                samples);
    }
}
