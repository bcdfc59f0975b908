package io.ringtail.processors.analysis.effect;

import java.util.Arrays;
import java.util.List;

/** What an effect is measured by, and the load beside it. The order is that of tables; never reordered: it is stored. */
public enum Metric {
    P50("p50", "ns", Kind.PERCENTILE, 5_000),
    P90("p90", "ns", Kind.PERCENTILE, 9_000),
    P95("p95", "ns", Kind.PERCENTILE, 9_500),
    P99("p99", "ns", Kind.PERCENTILE, 9_900),
    P99_9("p99.9", "ns", Kind.PERCENTILE, 9_990),
    MEAN("mean", "ns", Kind.RATIO, 0),
    LOSS("loss", "share", Kind.RATIO, 0),
    PROBER_DEMAND("prober.service-demand", "ns", Kind.RATIO, 0),
    RESPONDER_DEMAND("responder.service-demand", "ns", Kind.RATIO, 0),
    TRANSACTIONS("transactions", "1/s", Kind.RATIO, 0),
    PROBER_PACKETS("prober.packets", "1/s", Kind.LOAD, 0),
    RESPONDER_PACKETS("responder.packets", "1/s", Kind.LOAD, 0),
    PROBER_CPU("prober.cpu", "share", Kind.LOAD, 0),
    RESPONDER_CPU("responder.cpu", "share", Kind.LOAD, 0);

    /** The one that the question is about, tested at the whole level. */
    public static final Metric PRIMARY = P99;

    private static final List<Metric> PERCENTILES = ofKind(Kind.PERCENTILE);
    private static final List<Metric> LOADS = ofKind(Kind.LOAD);

    /** How a metric is made from windows. */
    enum Kind {
        /** Of the merged histogram. */
        PERCENTILE,
        /** A ratio of sums over the windows. */
        RATIO,
        /** A ratio of sums that is not an effect, but what may have changed beside it. */
        LOAD
    }

    private final String label;
    private final String unit;
    private final Kind kind;
    private final int hundredths;

    Metric(String label, String unit, Kind kind, int hundredths) {
        this.label = label;
        this.unit = unit;
        this.kind = kind;
        this.hundredths = hundredths;
    }

    /** Name in records and texts. */
    public String label() {
        return label;
    }

    /** Unit of its values. */
    public String unit() {
        return unit;
    }

    /** Whether it is a load, no effect. */
    public boolean isLoad() {
        return kind == Kind.LOAD;
    }

    /** Whether it is one of the distribution of round trips. */
    public boolean isPercentile() {
        return kind == Kind.PERCENTILE;
    }

    /** Whether less of it is better. */
    public boolean lessIsBetter() {
        return this != TRANSACTIONS;
    }

    /** Which percentile, in hundredths of a percent. */
    int hundredths() {
        return hundredths;
    }

    /** The percentiles. */
    static List<Metric> percentiles() {
        return PERCENTILES;
    }

    /** The loads. */
    static List<Metric> loads() {
        return LOADS;
    }

    private static List<Metric> ofKind(Kind kind) {
        return Arrays.stream(values()).filter(each -> each.kind == kind).toList();
    }
}
