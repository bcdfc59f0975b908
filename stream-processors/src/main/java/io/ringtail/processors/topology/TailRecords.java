package io.ringtail.processors.topology;

import io.ringtail.processors.analysis.association.Associations;
import io.ringtail.processors.analysis.association.GaugeAssociation;
import io.ringtail.processors.analysis.association.GaugeAssociation.Verdict;
import io.ringtail.processors.analysis.association.Interval;
import io.ringtail.processors.analysis.association.LagCorrelation;
import io.ringtail.processors.analysis.association.Lift;
import io.ringtail.processors.analysis.shift.Shift;
import io.ringtail.processors.analysis.shift.Suspect;
import io.ringtail.schemas.record.End;
import io.ringtail.schemas.record.MovingGauge;
import io.ringtail.schemas.record.ShiftSuspect;
import io.ringtail.schemas.record.ShiftedMetric;
import io.ringtail.schemas.record.SuspectKind;
import io.ringtail.schemas.record.TailAssociations;
import io.ringtail.schemas.record.TailPathState;
import io.ringtail.schemas.record.TailShift;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** What was found about a path's tail, as records. Stateless. */
final class TailRecords {
    private TailRecords() {}

    static TailAssociations of(String pathId, TailPathState path, Associations found, long fromNs, long toNs) {
        return TailAssociations.newBuilder()
                .setAssociationsId(id(pathId, "associations", toNs))
                .setPathId(pathId)
                .setPath(path.getPath())
                .setFromEpochNs(fromNs)
                .setToEpochNs(toNs)
                .setWindows(found.windows())
                .setEpochs(found.epochs())
                .setTests(found.tests())
                .setTail(found.tail())
                .setMoving(found.moving().stream().map(TailRecords::moving).toList())
                .setNoneFound(names(found, Verdict.NONE_FOUND))
                .setConstant(names(found, Verdict.CONSTANT))
                .setRateDriven(names(found, Verdict.RATE_DRIVEN))
                .setTooFew(names(found, Verdict.TOO_FEW))
                .setSimulated(path.getSimulated())
                .build();
    }

    private static List<String> names(Associations found, Verdict verdict) {
        return found.gauges().stream()
                .filter(each -> each.verdict() == verdict)
                .map(each -> each.gauge().toString())
                .toList();
    }

    private static MovingGauge moving(GaugeAssociation found) {
        Lift lift = found.lift();
        LagCorrelation correlation = found.correlation();
        return MovingGauge.newBuilder()
                .setEnd(End.valueOf(found.gauge().end().toUpperCase(Locale.ROOT)))
                .setName(found.gauge().name())
                .setOverQueues(
                        found.gauge().queue().isEmpty() ? null : found.gauge().queue())
                .setHigh(lift.high())
                .setTimeHigh(lift.timeHigh())
                .setTailInHigh(orNull(lift.tailInHigh()))
                .setLift(lift.lift())
                .setLiftLow(lower(lift.interval()))
                .setLiftHigh(upper(lift.interval()))
                .setLiftAbsence(lift.absence())
                .setLag(correlation.lag())
                .setCorrelation(correlation.coefficient())
                .setCorrelationLow(lower(correlation.interval()))
                .setCorrelationHigh(upper(correlation.interval()))
                .setP(correlation.p())
                .setAdjustedP(correlation.adjustedP())
                .setGivenLoad(correlation.givenLoad())
                .setGivenLoadP(correlation.givenLoadP())
                .setGivenLoadAbsence(correlation.givenLoadAbsence())
                .build();
    }

    private static Double lower(Interval interval) {
        return interval == null ? null : orNull(interval.lower());
    }

    private static Double upper(Interval interval) {
        return interval == null ? null : orNull(interval.upper());
    }

    private static Double orNull(double value) {
        return Double.isNaN(value) ? null : Double.valueOf(value);
    }

    static TailShift of(
            String pathId, TailPathState path, String epochId, Shift shift, List<Suspect> suspects, long foundNs) {
        return TailShift.newBuilder()
                .setShiftId(id(pathId, shift.metric().name(), shift.atNs()))
                .setPathId(pathId)
                .setPath(path.getPath())
                .setEpochId(epochId)
                .setMetric(ShiftedMetric.valueOf(shift.metric().name()))
                .setAtEpochNs(shift.atNs())
                .setFoundEpochNs(foundNs)
                .setBefore(shift.before())
                .setAfter(shift.after())
                .setSize(shift.size())
                .setSizeLow(shift.lower())
                .setSizeHigh(shift.upper())
                .setP(shift.p())
                .setWindowsBefore(shift.windowsBefore())
                .setWindowsAfter(shift.windowsAfter())
                .setSuspects(suspects.stream().map(TailRecords::suspect).toList())
                .setSimulated(path.getSimulated())
                .build();
    }

    private static ShiftSuspect suspect(Suspect suspect) {
        return ShiftSuspect.newBuilder()
                .setKind(SuspectKind.valueOf(suspect.kind().name()))
                .setEnd(suspect.end())
                .setWhat(suspect.what())
                .setApartNs(suspect.apartNs())
                .setChangeId(suspect.changeId())
                .setStrength(orNull(suspect.strength()))
                .build();
    }

    private static String id(String pathId, String what, long atNs) {
        byte[] bytes = String.join("\u0000", pathId, what, Long.toString(atNs)).getBytes(StandardCharsets.UTF_8);
        return UUID.nameUUIDFromBytes(bytes).toString();
    }
}
