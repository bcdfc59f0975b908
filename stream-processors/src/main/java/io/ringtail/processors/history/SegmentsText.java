package io.ringtail.processors.history;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Segments of round trips as text, readable in 100 columns. Pure. */
public final class SegmentsText {
    private static final List<Double> SHOWN = List.of(50.0, 90.0, 99.0);

    private SegmentsText() {}

    /** A block for each path that has any; nothing where none has. */
    public static String of(List<PathSegments> all) {
        String blocks = all.stream()
                .filter(path -> !path.segments().isEmpty())
                .map(SegmentsText::of)
                .collect(Collectors.joining());
        return blocks.isEmpty() ? "" : "\nSegments of round trips, by the kernels' stamps\n" + blocks;
    }

    private static String of(PathSegments path) {
        String head = String.format(
                Locale.ROOT,
                "    %-34s%11s%8s%11s%11s%11s%n",
                TextUnits.count(path.trips()) + " stamped",
                "mean",
                "share",
                "p50",
                "p90",
                "p99");
        double wholeNs =
                path.segments().stream().mapToDouble(PathSegments.Part::meanNs).sum();
        return path.label() + "\n" + head
                + path.segments().stream().map(part -> of(part, wholeNs)).collect(Collectors.joining());
    }

    private static String of(PathSegments.Part part, double wholeNs) {
        String values = SHOWN.stream()
                .map(percent -> String.format(Locale.ROOT, "%11s", value(part, percent)))
                .collect(Collectors.joining());
        return String.format(
                Locale.ROOT,
                "    %-34s%11s%6.0f %%%s%n",
                words(part.segment()),
                TextUnits.duration(part.meanNs()),
                100 * part.meanNs() / wholeNs,
                values);
    }

    private static String value(PathSegments.Part part, double percent) {
        return part.percentiles().stream()
                .filter(each -> each.percent() == percent)
                .findFirst()
                .map(each -> TextUnits.duration(each.valueNs()))
                .orElse(TextUnits.ABSENT);
    }

    /** A segment's name as people say it. */
    static String words(String segment) {
        return switch (segment) {
            case "SCHEDULE" -> "prober late on its schedule";
            case "SEND" -> "prober: send to driver";
            case "WIRE" -> "NICs, wire, moderation (both ways)";
            case "RESPONDER_WAKE_UP" -> "responder: kernel to reflector";
            case "RESPONDER_SEND" -> "responder: reflector to driver";
            case "PROBER_WAKE_UP" -> "prober: kernel to prober";
            default -> segment;
        };
    }
}
