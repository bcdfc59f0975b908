package io.ringtail.processors.history.report;

import io.ringtail.processors.history.CurvePoint;
import io.ringtail.processors.history.HeatMap;
import io.ringtail.processors.history.PercentileValue;
import io.ringtail.processors.history.TextUnits;
import io.ringtail.schemas.histogram.BucketLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * The distribution of a path over time on a logarithmic scale, with curves of its percentiles over it and a line at each
 * change. A step without a percentile breaks its curve.
 *
 * @param heatMap the distribution
 * @param curve the percentiles of each step
 * @param marks changes
 */
record TimePlot(HeatMap heatMap, List<CurvePoint> curve, List<Mark> marks) {
    private static final double WIDTH = 960;
    private static final double HEIGHT = 300;
    private static final double LEFT = 62;
    private static final double RIGHT = 948;
    private static final double TOP = 26;
    private static final double BOTTOM = 272;
    private static final double TICK = 4;
    private static final List<Double> SHOWN = List.of(50.0, 90.0, 99.0, 99.9);

    /**
     * A change.
     *
     * @param atEpochNs when it was seen; ns since 1970-01-01 UTC
     * @param text what changed
     */
    record Mark(long atEpochNs, String text) {}

    /** Whether there is anything to see. */
    boolean isEmpty() {
        return heatMap.cells().isEmpty();
    }

    /** Adds it to a page. */
    void draw(Markup out) {
        Scale scale = scale();
        out.element(
                "svg",
                () -> {
                    grid(out, scale);
                    out.empty(
                            "image",
                            "href",
                            HeatPicture.dataUri(heatMap, scale.lowNs(), scale.highNs()),
                            "x",
                            at(LEFT),
                            "y",
                            at(TOP),
                            "width",
                            at(RIGHT - LEFT),
                            "height",
                            at(BOTTOM - TOP),
                            "preserveAspectRatio",
                            "none");
                    marks.forEach(mark -> mark(out, scale, mark));
                    SHOWN.forEach(percent -> curve(out, scale, percent));
                    legend(out);
                },
                "xmlns",
                "http://www.w3.org/2000/svg",
                "viewBox",
                "0 0 " + at(WIDTH) + " " + at(HEIGHT),
                "role",
                "img");
    }

    private Scale scale() {
        long low = heatMap.cells().stream()
                .mapToLong(cell -> BucketLayout.lowestNs(cell.bucket()))
                .min()
                .orElse(1);
        long high = heatMap.cells().stream()
                .mapToLong(cell -> BucketLayout.highestNs(cell.bucket()))
                .max()
                .orElse(2);
        return new Scale(
                heatMap.fromEpochNs(),
                heatMap.fromEpochNs() + heatMap.columnNs() * heatMap.columns(),
                Math.max(1, low),
                Math.max(2, high + 1));
    }

    /** From moments and durations to places in the drawing. */
    private record Scale(long fromNs, long toNs, long lowNs, long highNs) {
        double x(long epochNs) {
            return LEFT + (RIGHT - LEFT) * (epochNs - fromNs) / (toNs - fromNs);
        }

        double y(long ns) {
            double share = Math.log((double) Math.max(lowNs, ns) / lowNs) / Math.log((double) highNs / lowNs);
            return BOTTOM - (BOTTOM - TOP) * share;
        }
    }

    private static void grid(Markup out, Scale scale) {
        for (long ns : Ticks.durations(scale.lowNs(), scale.highNs())) {
            String y = at(scale.y(ns));
            out.empty("line", "class", "grid", "x1", at(LEFT), "x2", at(RIGHT), "y1", y, "y2", y);
            out.text(
                    "text",
                    TextUnits.round(ns),
                    "x",
                    at(LEFT - TICK),
                    "y",
                    at(scale.y(ns) + TICK),
                    "text-anchor",
                    "end");
        }
        LongStream.of(Ticks.moments(scale.fromNs(), scale.toNs())).forEach(moment -> {
            String x = at(scale.x(moment));
            out.empty("line", "class", "grid", "x1", x, "x2", x, "y1", at(BOTTOM), "y2", at(BOTTOM + TICK));
            out.text(
                    "text",
                    Ticks.label(moment, scale.fromNs(), scale.toNs()),
                    "x",
                    x,
                    "y",
                    at(BOTTOM + 4 * TICK),
                    "text-anchor",
                    "middle");
        });
    }

    private static void mark(Markup out, Scale scale, Mark mark) {
        String x = at(scale.x(mark.atEpochNs()));
        out.element(
                "line",
                () -> out.text("title", TextUnits.moment(mark.atEpochNs()) + " " + mark.text()),
                "class",
                "change",
                "x1",
                x,
                "x2",
                x,
                "y1",
                at(TOP),
                "y2",
                at(BOTTOM));
    }

    private void curve(Markup out, Scale scale, double percent) {
        List<String> places = new ArrayList<>();
        for (CurvePoint point : curve) {
            Long value = PercentileValue.valueNs(point.report().percentiles(), percent);
            if (value == null) {
                line(out, places, percent);
                places.clear();
            } else {
                long middle = point.startEpochNs() + point.lengthNs() / 2;
                places.add(at(scale.x(middle)) + "," + at(scale.y(value)));
            }
        }
        line(out, places, percent);
    }

    private static void line(Markup out, List<String> places, double percent) {
        if (places.size() == 1) {
            String place = places.getFirst();
            out.empty("polyline", "class", style(percent), "stroke-linecap", "round", "points", place + " " + place);
        } else if (!places.isEmpty()) {
            out.empty("polyline", "class", style(percent), "points", String.join(" ", places));
        }
    }

    private static void legend(Markup out) {
        double x = LEFT;
        for (double percent : SHOWN) {
            String y = at(TOP - 3 * TICK);
            out.empty("line", "class", style(percent), "x1", at(x), "x2", at(x + 5 * TICK), "y1", y, "y2", y);
            out.text("text", TextUnits.percentile(percent), "x", at(x + 6 * TICK), "y", at(TOP - 2 * TICK));
            x += 18 * TICK;
        }
    }

    private static String style(double percent) {
        return "curve " + TextUnits.percentile(percent).replace('.', '_');
    }

    private static String at(double place) {
        return String.format(Locale.ROOT, "%.1f", place);
    }
}
