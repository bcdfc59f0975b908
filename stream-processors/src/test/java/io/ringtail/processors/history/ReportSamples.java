package io.ringtail.processors.history;

import java.util.List;

/** Reports of made-up paths. */
public final class ReportSamples {
    private ReportSamples() {}

    /** Fifteen minutes of a path; without a p99.9 it says why. */
    public static PathReport path(String label, Long p999Ns) {
        return new PathReport(
                "id",
                label,
                900,
                900_000,
                899_990,
                10,
                1,
                2,
                3,
                4,
                List.of(
                        new PercentileValue(50, 31_234L, null),
                        new PercentileValue(99, 48_000L, null),
                        new PercentileValue(
                                99.9, p999Ns, p999Ns == null ? "fewer than 10 samples beyond it: 3 of 3000" : null)),
                900L,
                4_100_000L,
                31_900.4,
                999.9,
                20_100.0,
                null,
                true);
    }
}
