package io.ringtail.processors.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.schemas.record.Percentile;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PercentilesTest {
    private static final int P10 = 1_000;
    private static final int P50 = 5_000;
    private static final int P90 = 9_000;
    private static final int P95 = 9_500;
    private static final int P99 = 9_900;
    private static final int P999 = 9_990;

    @Test
    void oneSampleIsEveryPercentile() {
        SparseHistogram one = SparseHistogram.of(500_000);

        assertThat(values(one, P50, P99, P999)).containsExactly(500_000L, 500_000L, 500_000L);
    }

    @Test
    void ranksOfAHundredSamplesAreExact() {
        SparseHistogram hundred =
                SparseHistogram.of(LongStream.rangeClosed(1, 100).toArray());

        assertThat(values(hundred, P50, P90, P95, P99, P999)).containsExactly(50L, 90L, 95L, 99L, 100L);
    }

    @Test
    void theThousandAndFirstSampleIsBeyondP999() {
        SparseHistogram histogram = new SparseHistogram();
        histogram.add(1, 1000);
        histogram.add(10_000_000);

        assertThat(values(histogram, P99, P999)).containsExactly(1L, 1L);
        assertThat(histogram.maxNs()).hasValue(10_000_000);
    }

    @Test
    void fewSamplesRoundUp() {
        assertThat(values(SparseHistogram.of(137, 220, 232, 389), P50, P90, P99))
                .containsExactly(220L, 389L, 389L);
    }

    @Test
    void p999DiffersFromP99() {
        assertThat(Percentiles.rank(P99, 10_000)).isEqualTo(9_900);
        assertThat(Percentiles.rank(P999, 10_000)).isEqualTo(9_990);
        SparseHistogram histogram =
                SparseHistogram.of(LongStream.rangeClosed(1, 10_000).toArray());
        assertThat(values(histogram, P99).getFirst()).isBetween(9_900L, 9_999L);
        assertThat(values(histogram, P999).getFirst())
                .isBetween(9_990L, 10_000L)
                .isGreaterThan(values(histogram, P99).getFirst());
    }

    @Test
    void aFleetsPercentileComesFromTheMergedHistogramAndNeverFromAveragedOnes() {
        SparseHistogram a = new SparseHistogram();
        a.add(50_000, 9_801);
        a.add(80_000, 99);
        SparseHistogram b = new SparseHistogram();
        b.add(60_000, 50);
        b.add(4_000_000, 50);

        assertWithinOnePercent(a, P99, 50_000);
        assertWithinOnePercent(b, P99, 4_000_000);
        SparseHistogram fleet = new SparseHistogram();
        fleet.merge(a);
        fleet.merge(b);
        assertWithinOnePercent(fleet, P99, 80_000);
        assertWithinOnePercent(fleet, P999, 4_000_000);
        assertWithinOnePercent(fleet, P50, 50_000);
    }

    @Test
    void twelveMergedWindowsGiveTheSameHistogramAsOne() {
        long[] samples = LongStream.concat(
                        LongStream.concat(repeat(50_000, 9_801), repeat(80_000, 99)),
                        LongStream.concat(repeat(60_000, 50), repeat(4_000_000, 50)))
                .toArray();
        SparseHistogram merged = new SparseHistogram();
        for (int window = 0; window < 12; window++) {
            int each = window;
            merged.merge(SparseHistogram.of(IntStream.range(0, samples.length)
                    .filter(i -> i % 12 == each)
                    .mapToLong(i -> samples[i])
                    .toArray()));
        }

        assertThat(merged).isEqualTo(SparseHistogram.of(samples));
    }

    @Test
    void aWindowKnowsNothingOfItsLifetime() {
        SparseHistogram lifetime = new SparseHistogram();
        lifetime.add(40_000, 1_000_000);
        SparseHistogram window = new SparseHistogram();
        window.add(40_000, 100);
        window.add(900_000, 900);
        lifetime.merge(window);

        assertThat(window.count()).isEqualTo(1000);
        assertThat(values(window, P10).getFirst()).isLessThanOrEqualTo(50_000);
        assertThat(values(window, P50, P99)).allSatisfy(each -> assertThat(each).isBetween(100_000L, 1_000_000L));
        assertThat(values(lifetime, P50).getFirst()).isLessThanOrEqualTo(50_000);
    }

    @Test
    void aPercentileNeedsTenSamplesBeyondIt() {
        assertThat(Percentiles.absence(1000, 0, P99)).isNull();
        assertThat(Percentiles.absence(999, 0, P99)).isEqualTo("fewer than 10 samples beyond it: 9 of 999");
        assertThat(Percentiles.absence(1000, 0, P999)).startsWith("fewer than 10 samples beyond it: 1");
        assertThat(Percentiles.absence(0, 5, P50)).isEqualTo("no samples");
    }

    @Test
    void moreLossThanTheTailTakesThePercentileAway() {
        assertThat(Percentiles.absence(9_900, 100, P99)).isNull();
        assertThat(Percentiles.absence(9_899, 101, P99))
                .isEqualTo("more loss than the tail in question: 101 of 10000 lost");
        assertThat(Percentiles.absence(9_899, 101, P95)).isNull();
    }

    @Test
    void standardPercentilesHaveAValueOrAReason() {
        List<Percentile> all =
                Percentiles.of(SparseHistogram.of(LongStream.rangeClosed(1, 200).toArray()), 0);

        assertThat(all).extracting(Percentile::getPercent).containsExactly(50.0, 90.0, 95.0, 99.0, 99.9);
        assertThat(all).extracting(Percentile::getValueNs).containsExactly(100L, 180L, 190L, null, null);
        assertThat(all).allMatch(each -> (each.getValueNs() == null) != (each.getAbsence() == null));
    }

    @Property(tries = 200, seed = "42")
    void percentilesAreWithinOnePercentOfTheSortedSamples(
            @ForAll @Size(min = 1, max = 300) List<@LongRange(min = 0, max = 60_000_000_000L) Long> samples,
            @ForAll @IntRange(min = 1, max = 10_000) int hundredths) {
        long[] sorted = samples.stream().mapToLong(Long::longValue).sorted().toArray();
        long exact = sorted[(int) Percentiles.rank(hundredths, sorted.length) - 1];

        long found = Percentiles.valueNs(SparseHistogram.of(sorted), hundredths).getAsLong();

        assertThat(found).isBetween(exact, Math.min(sorted[sorted.length - 1], exact + exact / 100));
    }

    @Property(tries = 200, seed = "43")
    void aHistogramSurvivesItsCompactForm(
            @ForAll @Size(max = 200) List<@LongRange(min = 0, max = 90_000_000_000L) Long> samples) {
        SparseHistogram histogram =
                SparseHistogram.of(samples.stream().mapToLong(Long::longValue).toArray());

        SparseHistogram again = SparseHistogram.read(ByteBuffer.wrap(histogram.toBytes()));

        assertThat(again).isEqualTo(histogram);
        assertThat(again.count()).isEqualTo(samples.size());
        assertThat(again.sumNs())
                .isEqualTo(samples.stream().mapToLong(Long::longValue).sum());
    }

    private static LongStream repeat(long value, int times) {
        return LongStream.generate(() -> value).limit(times);
    }

    private static void assertWithinOnePercent(SparseHistogram histogram, int hundredths, long expectedNs) {
        assertThat(Percentiles.valueNs(histogram, hundredths).getAsLong())
                .isBetween(expectedNs, expectedNs + expectedNs / 100);
    }

    private static List<Long> values(SparseHistogram histogram, int... hundredths) {
        return Arrays.stream(hundredths)
                .mapToObj(each -> Percentiles.valueNs(histogram, each).getAsLong())
                .toList();
    }
}
