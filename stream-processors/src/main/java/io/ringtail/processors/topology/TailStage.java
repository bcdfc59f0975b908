package io.ringtail.processors.topology;

import io.ringtail.processors.analysis.ClusterTime;
import io.ringtail.processors.analysis.association.AssociationSearch;
import io.ringtail.processors.analysis.association.AssociationWindow;
import io.ringtail.processors.analysis.association.Associations;
import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.Completeness;
import io.ringtail.schemas.record.Schedule;
import io.ringtail.schemas.record.TailPathState;
import io.ringtail.schemas.record.Window;
import io.ringtail.schemas.topic.Topic;
import io.ringtail.schemas.topic.Topics;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Keeps the last 1,200 s of each path with their gauges, and once a minute of event time looks which gauges move with the
 * tail and whether something shifted that nobody announced. Works on completed windows; the paths' minutes are spread over
 * the minute. Owned by the stream's thread.
 */
final class TailStage implements Processor<String, SpecificRecord, String, SpecificRecord> {
    private static final long SECOND_NS = ClusterTime.SECOND_NS;
    private static final long MINUTE_NS = 60 * SECOND_NS;
    private static final long KEPT_NS = 1_200 * SECOND_NS;
    private static final long SLACK_NS = 10 * SECOND_NS;

    private ProcessorContext<String, SpecificRecord> context;
    private KeyValueStore<String, TailPathState> paths;
    private TailWindows windows;
    private TailChanges changes;
    private TailShifts shifts;

    @Override
    public void init(ProcessorContext<String, SpecificRecord> context) {
        this.context = context;
        paths = context.getStateStore(Nodes.TAIL_PATHS);
        windows = new TailWindows(context.getStateStore(Nodes.TAIL_WINDOWS));
        changes = new TailChanges(context.getStateStore(Nodes.TAIL_CHANGES));
        shifts = new TailShifts(changes);
    }

    @Override
    public void process(Record<String, SpecificRecord> record) {
        switch (record.value()) {
            case Change change -> changes.put(record.key(), change);
            case Window window
            when window.getCompleteness() != Completeness.PROBER_ONLY ->
                onWindow(record.key(), window, record.timestamp());
            case null, default -> {}
        }
    }

    private void onWindow(String pathId, Window window, long timestampMs) {
        TailPathState path = paths.get(pathId);
        path = path == null ? first(window) : path;
        long startNs = window.getStartEpochNs();
        if (startNs < path.getKeptNs()) {
            return;
        }
        path.setSimulated(path.getSimulated() || window.getSimulated());
        windows.put(pathId, path, window);
        letGo(pathId, path, startNs);
        if (minute(pathId, startNs) > minute(pathId, path.getLookedNs())) {
            path.setLookedNs(startNs);
            look(pathId, path, startNs, timestampMs);
        }
        paths.put(pathId, path);
    }

    private void look(String pathId, TailPathState path, long newestNs, long timestampMs) {
        List<TailWindows.Kept> kept = windows.from(pathId, path.getKeptNs());
        List<AssociationWindow> usable = kept.stream()
                .filter(TailWindows.Kept::usable)
                .map(each -> each.forAssociations(path))
                .toList();
        Associations found = AssociationSearch.of(usable, path.getPath().getSchedule() == Schedule.CLOSED);
        if (found.epochs() > 0) {
            long toNs = usable.getLast().startNs() + SECOND_NS;
            forward(
                    Topics.ASSOCIATIONS,
                    pathId,
                    TailRecords.of(pathId, path, found, usable.getFirst().startNs(), toNs),
                    timestampMs);
        }
        shifts.look(pathId, path, kept, newestNs).forEach(shift -> forward(Topics.SHIFTS, pathId, shift, timestampMs));
    }

    /** Which minute of the path it is: each path's begins at another second. */
    private static long minute(String pathId, long epochNs) {
        long phaseNs = Math.floorMod(pathId.hashCode(), 60) * SECOND_NS;
        return Math.floorDiv(epochNs + phaseNs, MINUTE_NS);
    }

    /** Windows behind what is kept, a few seconds' worth at a time. */
    private void letGo(String pathId, TailPathState path, long newestNs) {
        long keepNs = newestNs - KEPT_NS;
        if (keepNs - path.getKeptNs() >= SLACK_NS) {
            windows.forget(pathId, path.getKeptNs(), keepNs);
            changes.forgetBefore(pathId, keepNs);
            path.setKeptNs(keepNs);
        }
    }

    private void forward(Topic topic, String pathId, SpecificRecord value, long timestampMs) {
        context.forward(new Record<>(pathId, value, timestampMs), Nodes.sink(topic));
    }

    private static TailPathState first(Window window) {
        return TailPathState.newBuilder()
                .setPath(window.getPath())
                .setSimulated(window.getSimulated())
                .setGauges(new ArrayList<>())
                .setKeptNs(Math.max(0, window.getStartEpochNs() - KEPT_NS))
                .setLookedNs(window.getStartEpochNs())
                .setP99ShiftNs(0)
                .setP50ShiftNs(0)
                .setLossShiftNs(0)
                .build();
    }
}
