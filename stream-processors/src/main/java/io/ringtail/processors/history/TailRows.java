package io.ringtail.processors.history;

import io.ringtail.schemas.Paths;
import io.ringtail.schemas.record.MovingGauge;
import io.ringtail.schemas.record.ShiftSuspect;
import io.ringtail.schemas.record.TailAssociations;
import io.ringtail.schemas.record.TailShift;
import java.util.List;
import java.util.stream.Collectors;

/** Rows of shifts and associations. Pure. */
final class TailRows {
    private TailRows() {}

    static HistoryRow shift(TailShift shift) {
        return HistoryRow.of(
                HistoryTable.SHIFTS,
                Micros.of(shift.getAtEpochNs()),
                shift.getShiftId(),
                shift.getPathId(),
                Paths.label(shift.getPath()),
                shift.getMetric().name(),
                Micros.of(shift.getFoundEpochNs()),
                shift.getBefore(),
                shift.getAfter(),
                shift.getSize(),
                shift.getSizeLow(),
                shift.getSizeHigh(),
                shift.getP(),
                Texts.orNull(
                        shift.getSuspects().stream().map(ShiftSuspect::getWhat).collect(Collectors.joining("; "))),
                shift.toString(),
                shift.getSimulated());
    }

    static List<HistoryRow> associations(TailAssociations found) {
        return found.getMoving().stream().map(gauge -> moving(found, gauge)).toList();
    }

    private static HistoryRow moving(TailAssociations found, MovingGauge gauge) {
        return HistoryRow.of(
                HistoryTable.ASSOCIATIONS,
                Micros.of(found.getToEpochNs()),
                found.getPathId(),
                gauge.getEnd().name(),
                gauge.getName(),
                gauge.getOverQueues(),
                Paths.label(found.getPath()),
                gauge.getHigh(),
                gauge.getTimeHigh(),
                gauge.getTailInHigh(),
                gauge.getLift(),
                gauge.getLiftLow(),
                gauge.getLiftHigh(),
                gauge.getLag(),
                gauge.getCorrelation(),
                gauge.getCorrelationLow(),
                gauge.getCorrelationHigh(),
                gauge.getP(),
                gauge.getAdjustedP(),
                gauge.getGivenLoad(),
                gauge.getGivenLoadP(),
                found.getWindows(),
                found.getSimulated());
    }
}
