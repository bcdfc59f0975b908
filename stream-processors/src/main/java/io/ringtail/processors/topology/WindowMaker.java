package io.ringtail.processors.topology;

import io.ringtail.processors.analysis.ClusterTime;
import io.ringtail.processors.analysis.EndShifts;
import io.ringtail.processors.analysis.EpochTimeline;
import io.ringtail.processors.analysis.GaugeReading;
import io.ringtail.processors.analysis.Gauges;
import io.ringtail.processors.analysis.OmissionCorrection;
import io.ringtail.processors.analysis.Percentiles;
import io.ringtail.processors.analysis.Segments;
import io.ringtail.processors.analysis.ServiceDemand;
import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.schemas.record.Completeness;
import io.ringtail.schemas.record.Corrected;
import io.ringtail.schemas.record.End;
import io.ringtail.schemas.record.EndState;
import io.ringtail.schemas.record.Epoch;
import io.ringtail.schemas.record.GaugesPart;
import io.ringtail.schemas.record.Path;
import io.ringtail.schemas.record.PathState;
import io.ringtail.schemas.record.Schedule;
import io.ringtail.schemas.record.Window;
import io.ringtail.schemas.record.WindowState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Joins what is kept of a window with the settings and gauges of both ends. Depends on event time alone: the same data
 * give the same window, in whatever order they came. Owned by the stream's thread.
 */
final class WindowMaker {
    /**
     * A prober that shares its CPUs is late by a millisecond now and then, before a change as after it; a window of which
     * more than this was touched tells of the prober instead of the path.
     */
    private static final double STALLED_SHARE = 0.05;

    private final PathWindows windows;
    private final PathGauges gauges;
    private final PathSettings settings;

    WindowMaker(PathWindows windows, PathGauges gauges, PathSettings settings) {
        this.windows = windows;
        this.gauges = gauges;
        this.settings = settings;
    }

    /** A window with the epoch it belongs to. */
    record Made(Window window, Optional<Epoch> epoch) {}

    /** Makes the window with revision 0. */
    Made make(String pathId, PathState state, PathWindows.Kept kept, Completeness completeness) {
        long startNs = kept.startNs();
        long endNs = startNs + ClusterTime.SECOND_NS;
        WindowState window = kept.window();
        EndShifts shifts = PathWindows.shifts(window);
        EpochTimeline timeline = settings.of(pathId, state.getPath());
        Optional<Epoch> epoch = timeline.at(startNs, endNs, shifts);
        WindowState before = windows.get(pathId, startNs - ClusterTime.SECOND_NS);
        ServiceDemand demand = ServiceDemand.between(before == null ? null : before.getCpu(), window.getCpu());
        List<GaugesPart> prober = gaugesOf(pathId, End.PROBER, startNs, endNs, shifts);
        List<GaugesPart> responder = gaugesOf(pathId, End.RESPONDER, startNs, endNs, shifts);
        SparseHistogram histogram = SparseHistogram.read(window.getHistogram().duplicate());
        Window made = Window.newBuilder()
                .setPathId(pathId)
                .setPath(state.getPath())
                .setStartEpochNs(startNs)
                .setDurationNs(ClusterTime.SECOND_NS)
                .setRevision(0)
                .setCompleteness(completeness)
                .setEpochId(epoch.map(Epoch::getEpochId).orElse(null))
                .setBucketIndices(histogram.indices())
                .setBucketCounts(histogram.counts())
                .setMinNs(boxed(histogram.minNs()))
                .setMaxNs(boxed(histogram.maxNs()))
                .setMeanNs(
                        histogram.meanNs().isPresent()
                                ? Double.valueOf(histogram.meanNs().getAsDouble())
                                : null)
                .setPercentiles(Percentiles.of(histogram, window.getLost()))
                .setSent(histogram.count() + window.getLost())
                .setReceived(histogram.count())
                .setLost(window.getLost())
                .setDuplicated(window.getDuplicated())
                .setLate(window.getLate())
                .setReordered(window.getReordered())
                .setFlagged(window.getFlagged())
                .setTransactionsPerSecond(
                        completeness == Completeness.PROBER_SILENT ? null : Double.valueOf((double) histogram.count()))
                .setProber(proberEnd(state.getPath(), prober, demand, shifts))
                .setResponder(responderEnd(state.getPath(), completeness, responder, demand, window))
                .setRemarks(remarks(window, histogram.count(), shifts, prober, responder))
                .setCorrected(corrected(state.getPath(), histogram, window.getLost()))
                .setSegments(Segments.read(window.getSegments()).times())
                .setSimulated(state.getSimulated())
                .build();
        made.getProber().setSettingsId(timeline.settingsId(End.PROBER, startNs, endNs, shifts));
        if (made.getResponder() != null) {
            made.getResponder().setSettingsId(timeline.settingsId(End.RESPONDER, startNs, endNs, shifts));
        }
        return new Made(made, epoch);
    }

    private static Corrected corrected(Path path, SparseHistogram histogram, long lost) {
        boolean paced = path.getSchedule() == Schedule.PACED && path.getRatePerSecond() != null;
        return paced
                ? OmissionCorrection.record(histogram, lost, ClusterTime.SECOND_NS / path.getRatePerSecond())
                : null;
    }

    private List<GaugesPart> gaugesOf(String pathId, End end, long startNs, long endNs, EndShifts shifts) {
        long shiftNs = shifts.of(end);
        return gauges.within(pathId, end, startNs + shiftNs, endNs + shiftNs);
    }

    private static EndState proberEnd(Path path, List<GaugesPart> parts, ServiceDemand demand, EndShifts shifts) {
        return EndState.newBuilder()
                .setHost(path.getProberHost())
                .setNetns(path.getProberNetns())
                .setInterface$(path.getProberInterface())
                .setBusyNsPerTransaction(demand.proberBusyNs())
                .setThreadNsPerTransaction(demand.proberThreadNs())
                .setContextSwitchesPerTransaction(demand.proberContextSwitches())
                .setClockOffsetNs(shifts.proberNs() == 0 ? null : Long.valueOf(shifts.proberNs()))
                .setGauges(Gauges.combine(readings(parts)))
                .build();
    }

    /** Absent while its data are missing; its replies may have told its CPU times all the same. */
    private static EndState responderEnd(
            Path path, Completeness completeness, List<GaugesPart> parts, ServiceDemand demand, WindowState window) {
        boolean known = completeness == Completeness.COMPLETE
                || !parts.isEmpty()
                || demand.responderBusyNs() != null
                || demand.responderThreadNs() != null;
        if (completeness == Completeness.PROBER_ONLY || !known) {
            return null;
        }
        return EndState.newBuilder()
                .setHost(path.getResponderHost())
                .setNetns(path.getResponderNetns())
                .setInterface$(path.getResponderInterface())
                .setBusyNsPerTransaction(demand.responderBusyNs())
                .setThreadNsPerTransaction(demand.responderThreadNs())
                .setContextSwitchesPerTransaction(demand.responderContextSwitches())
                .setClockOffsetNs(
                        window.getResponderOffsetNs() == null
                                ? null
                                : Long.valueOf(PathWindows.shifts(window).responderNs()))
                .setGauges(Gauges.combine(readings(parts)))
                .build();
    }

    private static List<String> remarks(
            WindowState window, long answered, EndShifts shifts, List<GaugesPart> prober, List<GaugesPart> responder) {
        SortedSet<String> remarks = new TreeSet<>();
        prober.forEach(part -> remarks.addAll(part.getRemarks()));
        responder.forEach(part -> remarks.addAll(part.getRemarks()));
        if (window.getClockStep()) {
            remarks.add("clock-step");
        }
        if (window.getFlagged() > STALLED_SHARE * answered && !window.getClockStep()) {
            remarks.add("collector-stalled");
        }
        if (shifts.proberNs() != 0 || Math.abs(shifts.responderNs()) > ClusterTime.TOLERANCE_NS) {
            remarks.add("clock-corrected");
        }
        return List.copyOf(remarks);
    }

    private static List<GaugeReading> readings(List<GaugesPart> parts) {
        List<GaugeReading> all = new ArrayList<>();
        parts.forEach(part -> all.addAll(GaugeParts.readings(part)));
        return all;
    }

    private static Long boxed(OptionalLong value) {
        return value.isPresent() ? Long.valueOf(value.getAsLong()) : null;
    }
}
