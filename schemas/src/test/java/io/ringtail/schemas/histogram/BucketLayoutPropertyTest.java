package io.ringtail.schemas.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

class BucketLayoutPropertyTest {
    private static final Histogram HDR = new Histogram(1, BucketLayout.HIGHEST_NS, BucketLayout.SIGNIFICANT_DIGITS);

    @Property(seed = "42")
    void bucketsHaveTheBoundsOfHdrHistogram(@ForAll("durations") long valueNs) {
        int index = BucketLayout.index(valueNs);
        assertThat(BucketLayout.lowestNs(index)).isEqualTo(HDR.lowestEquivalentValue(valueNs));
        assertThat(BucketLayout.highestNs(index)).isEqualTo(HDR.highestEquivalentValue(valueNs));
        assertThat(BucketLayout.highestNs(index) - BucketLayout.lowestNs(index) + 1)
                .isEqualTo(HDR.sizeOfEquivalentValueRange(valueNs));
    }

    @Property(seed = "42")
    void aBucketIsAtMostOnePercentOfItsValueWide(@ForAll("durations") long valueNs) {
        int index = BucketLayout.index(valueNs);
        double width = BucketLayout.highestNs(index) - BucketLayout.lowestNs(index);
        assertThat(width).isLessThanOrEqualTo(Math.max(valueNs, 1) / 100.0);
    }

    @Property(seed = "42")
    void valuesOutsideTheLayoutCountAtItsEnds(
            @ForAll @LongRange(min = BucketLayout.HIGHEST_NS, max = Long.MAX_VALUE) long above,
            @ForAll @LongRange(min = Long.MIN_VALUE, max = 0) long below) {
        assertThat(BucketLayout.index(above)).isEqualTo(BucketLayout.BUCKETS - 1);
        assertThat(BucketLayout.index(below)).isZero();
    }

    @Example
    void indicesAreThoseOfHdrHistogramsCounts() {
        int index = 0;
        for (HistogramIterationValue value : HDR.allValues()) {
            if (index < BucketLayout.BUCKETS) {
                assertThat(BucketLayout.highestNs(index)).isEqualTo(value.getValueIteratedTo());
                assertThat(BucketLayout.index(value.getValueIteratedTo())).isEqualTo(index);
            }
            index++;
        }
        assertThat(index).isGreaterThanOrEqualTo(BucketLayout.BUCKETS);
    }

    /** Of every magnitude alike: uniform values would nearly all lie in the topmost buckets. */
    @Provide
    Arbitrary<Long> durations() {
        return Arbitraries.integers()
                .between(0, 36)
                .flatMap(bits -> Arbitraries.longs().between((1L << bits) >> 1, (1L << bits)));
    }
}
