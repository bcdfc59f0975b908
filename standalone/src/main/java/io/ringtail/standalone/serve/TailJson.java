package io.ringtail.standalone.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ringtail.schemas.Paths;
import io.ringtail.schemas.record.MovingGauge;
import io.ringtail.schemas.record.ShiftSuspect;
import io.ringtail.schemas.record.TailAssociations;
import io.ringtail.schemas.record.TailShift;
import java.util.Locale;

/** Unannounced shifts and what moves with the tail, as the page wants them. Times in ms, durations in ns. */
final class TailJson {
    private TailJson() {}

    /** The fragment of a shift. */
    static ObjectNode shift(TailShift shift) {
        ObjectNode node = Json.object()
                .put("id", shift.getShiftId())
                .put("path", shift.getPathId())
                .put("label", Paths.label(shift.getPath()))
                .put("metric", shift.getMetric().name().toLowerCase(Locale.ROOT))
                .put("at", Json.ms(shift.getAtEpochNs()))
                .put("before", shift.getBefore())
                .put("after", shift.getAfter())
                .put("size", shift.getSize())
                .put("low", shift.getSizeLow())
                .put("high", shift.getSizeHigh())
                .put("sim", shift.getSimulated());
        node.set("suspects", Json.list(shift.getSuspects(), TailJson::suspect));
        return node;
    }

    private static ObjectNode suspect(ShiftSuspect suspect) {
        ObjectNode node = Json.object()
                .put("kind", words(suspect.getKind().name()))
                .put("end", suspect.getEnd())
                .put("what", suspect.getWhat())
                .put("apart", suspect.getApartNs());
        Json.put(node, "change", suspect.getChangeId());
        return node;
    }

    /** The fragment of a path's associations: what moves with its tail now. */
    static ObjectNode associations(TailAssociations found) {
        ObjectNode node = Json.object()
                .put("path", found.getPathId())
                .put("from", Json.ms(found.getFromEpochNs()))
                .put("to", Json.ms(found.getToEpochNs()))
                .put("windows", found.getWindows())
                .put("tests", found.getTests())
                .put("none", found.getNoneFound().size())
                .put("sim", found.getSimulated());
        node.set("moving", Json.list(found.getMoving(), TailJson::moving));
        return node;
    }

    private static ObjectNode moving(MovingGauge gauge) {
        ObjectNode node = Json.object()
                .put("end", words(gauge.getEnd().name()))
                .put("name", gauge.getName())
                .put("high", gauge.getHigh())
                .put("timeHigh", gauge.getTimeHigh())
                .put("lag", gauge.getLag())
                .put("rho", gauge.getCorrelation());
        Json.put(node, "over", gauge.getOverQueues());
        Json.put(node, "rhoLow", gauge.getCorrelationLow());
        Json.put(node, "rhoHigh", gauge.getCorrelationHigh());
        Json.put(node, "tailInHigh", gauge.getTailInHigh());
        Json.put(node, "lift", gauge.getLift());
        Json.put(node, "given", gauge.getGivenLoad());
        Json.put(node, "givenP", gauge.getGivenLoadP());
        return node;
    }

    private static String words(String symbol) {
        return symbol.toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
