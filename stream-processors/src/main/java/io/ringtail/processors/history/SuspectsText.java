package io.ringtail.processors.history;

import com.fasterxml.jackson.databind.JsonNode;
import io.ringtail.processors.history.SuspectsReport.Moving;
import java.util.List;
import java.util.Locale;

/** Shifts with their suspects, and what moves with the tail, as text. Never says that something causes something. Pure. */
public final class SuspectsText {
    private static final double LEVEL = 0.05;

    private SuspectsText() {}

    /** Both lists. */
    public static String of(SuspectsReport report) {
        StringBuilder text = new StringBuilder("Shifts that nobody announced (UTC)\n");
        report.shifts().forEach(shift -> text.append(shift(shift)));
        if (report.shifts().isEmpty()) {
            text.append("none found\n");
        }
        text.append("\nWhat moves with the tail, within epochs (association, not cause)\n");
        text.append(moving(report.moving()));
        return text.toString();
    }

    private static String shift(JsonNode shift) {
        StringBuilder text =
                new StringBuilder(TextUnits.moment(shift.path("atEpochNs").asLong()));
        text.append("  ").append(shift.path("label").asText());
        text.append(shift.path("simulated").asBoolean() ? "  (simulated)\n    " : "\n    ");
        text.append(size(shift)).append('\n');
        JsonNode suspects = shift.path("suspects");
        if (suspects.isEmpty()) {
            text.append("    no suspect: no setting, gauge or agent of either end changed at the time\n");
        }
        int place = 1;
        for (JsonNode suspect : suspects) {
            text.append(suspect(place++, suspect));
        }
        return text.toString();
    }

    private static String size(JsonNode shift) {
        String metric = shift.path("metric").asText().toLowerCase(Locale.ROOT);
        double size = shift.path("size").asDouble();
        double low = shift.path("sizeLow").asDouble();
        double high = shift.path("sizeHigh").asDouble();
        double before = shift.path("before").asDouble();
        double after = shift.path("after").asDouble();
        return metric.equals("loss")
                ? String.format(
                        Locale.ROOT,
                        "loss of the median window %.3g %% -> %.3g %%: %+.3g points, %.3g .. %.3g",
                        100 * before,
                        100 * after,
                        100 * size,
                        100 * low,
                        100 * high)
                : String.format(
                        Locale.ROOT,
                        "%s of the median window %s -> %s: %+.1f %%, %+.1f .. %+.1f",
                        metric,
                        TextUnits.duration(before),
                        TextUnits.duration(after),
                        percent(size),
                        percent(low),
                        percent(high));
    }

    private static double percent(double ratio) {
        return 100 * (ratio - 1);
    }

    private static String suspect(int place, JsonNode suspect) {
        String kind = suspect.path("kind").asText().toLowerCase(Locale.ROOT).replace('_', ' ');
        return String.format(
                Locale.ROOT,
                "    suspect %d: %s, %s: %s (%s apart)%n",
                place,
                suspect.path("end").asText(),
                kind,
                suspect.path("what").asText(),
                TextUnits.duration(suspect.path("apartNs").asLong()));
    }

    private static String moving(List<Moving> moving) {
        if (moving.isEmpty()) {
            return "nothing found\n";
        }
        StringBuilder text = new StringBuilder();
        String label = "";
        for (Moving each : moving) {
            if (!each.label().equals(label)) {
                label = each.label();
                text.append(label).append(each.simulated() ? "  (simulated)\n" : "\n");
            }
            text.append(moving(each));
        }
        return text.toString();
    }

    private static String moving(Moving each) {
        String over = each.overQueues() == null ? "" : " (" + each.overQueues() + " over queues)";
        return String.format(
                Locale.ROOT,
                "    %s.%s%s moves with the tail: rank correlation %+.2f%s%s%s%n%s",
                each.end().toLowerCase(Locale.ROOT),
                each.name(),
                over,
                each.correlation(),
                interval(each.correlationLow(), each.correlationHigh()),
                lag(each.lag()),
                load(each),
                lift(each));
    }

    private static String interval(Double low, Double high) {
        return low == null || high == null ? "" : String.format(Locale.ROOT, ", %.2f .. %.2f", low, high);
    }

    private static String lag(int lag) {
        return lag == 0 ? "" : lag > 0 ? ", " + lag + " s before it" : ", " + -lag + " s after it";
    }

    private static String load(Moving each) {
        if (each.givenLoadP() == null) {
            return "";
        }
        return each.givenLoadP() > LEVEL
                ? "; goes with the load: given packets/s nothing is left"
                : String.format(Locale.ROOT, "; given packets/s %+.2f", each.givenLoad());
    }

    private static String lift(Moving each) {
        if (each.lift() == null) {
            return "";
        }
        return String.format(
                Locale.ROOT,
                "        high (%s) %.0f %% of the time, with %.0f %% of the tail in it: %.2g times as likely%s%n",
                each.high(),
                100 * each.timeHigh(),
                each.tailInHigh() == null ? Double.NaN : 100 * each.tailInHigh(),
                each.lift(),
                interval(each.liftLow(), each.liftHigh()));
    }
}
