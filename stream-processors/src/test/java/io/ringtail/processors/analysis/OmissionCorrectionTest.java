package io.ringtail.processors.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ringtail.schemas.record.Corrected;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OmissionCorrectionTest {
    private static final long US = 1000;

    @Test
    void aStallOfHundredIntervalsCountsForEachSendThatWasOmittedDuringIt() {
        SparseHistogram raw = SparseHistogram.of();
        raw.add(50 * US, 9900);
        raw.add(100_000 * US);
        SparseHistogram corrected = OmissionCorrection.of(raw, 1000 * US);

        assertThat(raw.count()).isEqualTo(9901);
        assertUs(raw, 5_000, 50);
        assertUs(raw, 9_900, 50);
        assertUs(raw, 9_990, 50);
        assertUs(raw, 9_999, 100_000);
        assertThat(corrected.count()).isEqualTo(10_000);
        assertUs(corrected, 5_000, 50);
        assertUs(corrected, 9_000, 50);
        assertUs(corrected, 9_500, 50);
        assertUs(corrected, 9_900, 50);
        assertUs(corrected, 9_990, 90_000);
        assertUs(corrected, 9_999, 99_000);
        assertThat(corrected.maxNs()).hasValue(100_000 * US);
    }

    @Test
    void withoutAStallItIsTheRawDistribution() {
        SparseHistogram raw = SparseHistogram.of(10 * US, 20 * US, 999 * US);
        Corrected record = OmissionCorrection.record(raw, 0, 1000 * US);
        assertThat(record.getCount()).isEqualTo(3);
        assertThat(record.getExpectedIntervalNs()).isEqualTo(1000 * US);
        assertThat(record.getBucketIndices()).isEqualTo(raw.indices());
        assertThat(record.getBucketCounts()).isEqualTo(raw.counts());
    }

    private static void assertUs(SparseHistogram histogram, int hundredths, long us) {
        assertThat((double) Percentiles.valueNs(histogram, hundredths).orElseThrow())
                .as("p%s", hundredths / 100.0)
                .isCloseTo((double) (us * US), within((double) (us * US) * 0.01));
    }
}
