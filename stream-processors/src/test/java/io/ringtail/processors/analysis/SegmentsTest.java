package io.ringtail.processors.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.schemas.record.Segment;
import io.ringtail.schemas.record.SegmentTimes;
import io.ringtail.schemas.record.StampedTrip;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SegmentsTest {
    private static StampedTrip trip(long first) {
        return new StampedTrip(0L, first, first + 1_000, first + 2_000, first + 3_000, first + 4_000, first + 5_000);
    }

    @Test
    void withoutAnyThereIsNothing() {
        assertThat(new Segments().toBytes()).isNull();
        assertThat(new Segments().times()).isNull();
        assertThat(Segments.read(null).count()).isZero();
        assertThat(Segments.merged(null, null)).isNull();
    }

    @Test
    void meansAddUpToTheRoundTrip() {
        Segments segments = new Segments();
        segments.add(trip(0));
        segments.add(trip(600));
        List<SegmentTimes> times = segments.times();
        assertThat(times).extracting(SegmentTimes::getSegment).containsExactly(Segment.values());
        assertThat(times.stream().mapToDouble(SegmentTimes::getMeanNs).sum())
                .isEqualTo((15_000 + 15_000 + 3_600) / 2.0);
        assertThat(times)
                .allMatch(each -> each.getBucketCounts().stream()
                                .mapToLong(Long::longValue)
                                .sum()
                        == 2);
    }

    @Test
    void partsMergeToTheWhole() {
        Random random = new Random(11);
        Segments whole = new Segments();
        Segments one = new Segments();
        Segments other = new Segments();
        for (int i = 0; i < 500; i++) {
            StampedTrip trip = trip(random.nextInt(100_000));
            whole.add(trip);
            (i % 3 == 0 ? one : other).add(trip);
        }
        assertThat(Segments.merged(one.toBytes(), other.toBytes())).isEqualTo(whole.toBytes());
        assertThat(Segments.merged(null, whole.toBytes())).isEqualTo(whole.toBytes());
        assertThat(Segments.merged(whole.toBytes(), null)).isEqualTo(whole.toBytes());
        assertThat(Segments.read(whole.toBytes()).times()).isEqualTo(whole.times());
    }
}
