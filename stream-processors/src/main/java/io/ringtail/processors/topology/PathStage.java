package io.ringtail.processors.topology;

import io.ringtail.processors.analysis.ClusterTime;
import io.ringtail.schemas.record.DeadLetter;
import io.ringtail.schemas.record.End;
import io.ringtail.schemas.record.GaugesPart;
import io.ringtail.schemas.record.Path;
import io.ringtail.schemas.record.PathFact;
import io.ringtail.schemas.record.PathState;
import io.ringtail.schemas.record.RoundTripsPart;
import io.ringtail.schemas.record.SettingsPart;
import io.ringtail.schemas.record.WatermarkPart;
import io.ringtail.schemas.record.WindowState;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Keeps the windows of each path and publishes them. Lateness is per path, by the watermarks of its own two ends: no
 * other host's clock, spool or silence touches it. Owned by the stream's thread.
 */
final class PathStage implements Processor<String, SpecificRecord, String, SpecificRecord> {
    private static final Duration PUNCTUATION = Duration.ofSeconds(1);
    private static final long SECOND_NS = ClusterTime.SECOND_NS;

    /** A change of the prober's shift by more than this is another time line, not jitter. */
    private static final long OTHER_LINE_NS = SECOND_NS;

    private final TopologyConfig config;
    private ProcessorContext<String, SpecificRecord> context;
    private KeyValueStore<String, PathState> paths;
    private PathWindows windows;
    private PathGauges gauges;
    private PathSettings settings;
    private WindowPublisher publisher;
    private boolean caughtUp;

    PathStage(TopologyConfig config) {
        this.config = config;
    }

    /** Whether the responder is Ringtail, so that an agent may speak for it. */
    static boolean hasResponder(Path path) {
        return !path.getResponderInterface().isEmpty();
    }

    @Override
    public void init(ProcessorContext<String, SpecificRecord> context) {
        this.context = context;
        paths = context.getStateStore(Nodes.PATHS);
        windows = new PathWindows(context.getStateStore(Nodes.WINDOWS));
        gauges = new PathGauges(context.getStateStore(Nodes.GAUGES));
        settings = new PathSettings(context.getStateStore(Nodes.SETTINGS), config);
        publisher = new WindowPublisher(context, windows, new WindowMaker(windows, gauges, settings), config);
        context.schedule(PUNCTUATION, PunctuationType.WALL_CLOCK_TIME, this::onWallClock);
    }

    @Override
    public void process(Record<String, SpecificRecord> record) {
        if (record.value() == null) {
            return;
        }
        PathFact fact = (PathFact) record.value();
        PathState state = paths.get(fact.getPathId());
        if (state == null) {
            state = first(fact);
        }
        switch (fact.getBody()) {
            case RoundTripsPart part -> onRoundTrips(fact, state, part, record.timestamp());
            case GaugesPart part -> onGauges(fact, state, part);
            case SettingsPart part -> onSettings(fact, state, part);
            case WatermarkPart part -> onWatermark(fact, state, part, record.timestamp());
            default ->
                throw new IllegalStateException("no use for a " + fact.getBody().getClass());
        }
        paths.put(fact.getPathId(), state);
    }

    private void onRoundTrips(PathFact fact, PathState state, RoundTripsPart part, long timestampMs) {
        String pathId = fact.getPathId();
        if (Math.abs(part.getShiftNs() - state.getShiftNs()) > OTHER_LINE_NS) {
            startAnotherLine(pathId, state, part, timestampMs);
        }
        state.setShiftNs(part.getShiftNs());
        long startNs = part.getStartEpochNs();
        if (startNs < state.getKeptNs()) {
            bury(fact, startNs, timestampMs);
            return;
        }
        if (PathWindows.counts(part) || windows.get(pathId, startNs) != null) {
            windows.add(pathId, state, part);
            WindowState after = windows.get(pathId, startNs + SECOND_NS);
            if (after != null) {
                touch(pathId, state, new PathWindows.Kept(startNs + SECOND_NS, after));
            }
            state.setOpenNs(Math.min(state.getOpenNs(), startNs));
            state.setNewestNs(Math.max(state.getNewestNs(), startNs));
        }
        if (part.getResponderOffsetNs() != null) {
            state.setResponderOffsetNs(part.getResponderOffsetNs());
        }
        state.setProbeNs(max(state.getProbeNs(), part.getWatermarkEpochNs()));
        publisher.publish(pathId, state, false, timestampMs);
        letGo(pathId, state);
    }

    private void onGauges(PathFact fact, PathState state, GaugesPart part) {
        gauges.add(fact, part);
        long startNs = ClusterTime.windowStartNs(part.getMiddleEpochNs() - shiftNs(state, fact.getEnd()));
        windows.between(fact.getPathId(), startNs - SECOND_NS, startNs + SECOND_NS)
                .forEach(kept -> touch(fact.getPathId(), state, kept));
    }

    private void onSettings(PathFact fact, PathState state, SettingsPart part) {
        settings.add(fact, part, state.getKeptNs());
        Duration back = config.epochs().compound().plus(config.epochs().settle());
        if (settings.of(fact.getPathId(), state.getPath()).hasFlapping()) {
            back = back.plus(config.epochs().flappingWithin());
        }
        long fromNs = part.getFromEpochNs() - shiftNs(state, fact.getEnd()) - back.toNanos();
        windows.between(fact.getPathId(), Math.max(0, fromNs), state.getNewestNs())
                .forEach(kept -> touch(fact.getPathId(), state, kept));
    }

    private void onWatermark(PathFact fact, PathState state, WatermarkPart part, long timestampMs) {
        caughtUp = context.currentSystemTimeMs() - part.getAppendedEpochMs()
                < config.caughtUp().toMillis();
        if (fact.getEnd() == End.PROBER) {
            state.setProbeNs(part.getProbeEpochNs() == null ? state.getProbeNs() : part.getProbeEpochNs());
            state.setProberNs(part.getSourcesEpochNs());
            state.setHeardEpochMs(part.getAppendedEpochMs());
        } else {
            state.setResponderNs(part.getSourcesEpochNs());
            publisher.complete(fact.getPathId(), state, timestampMs);
        }
        publisher.publish(fact.getPathId(), state, false, timestampMs);
    }

    /** Data for a window that was published as final: it is looked at again at the next watermark. */
    private void touch(String pathId, PathState state, PathWindows.Kept kept) {
        if (kept.window().getRevisions() == 0) {
            return;
        }
        if (!kept.window().getDirty()) {
            kept.window().setDirty(true);
            windows.put(pathId, kept.startNs(), kept.window());
        }
        state.setOpenNs(Math.min(state.getOpenNs(), kept.startNs()));
    }

    /** The prober's clock was found to be wrong, or was set: what lies ahead on the old line stands as it is. */
    private void startAnotherLine(String pathId, PathState state, RoundTripsPart part, long timestampMs) {
        long nowNs = part.getStartEpochNs();
        publisher.publish(pathId, state, true, timestampMs);
        windows.between(pathId, nowNs + config.responderWait().toNanos(), state.getNewestNs())
                .forEach(kept -> windows.delete(pathId, kept.startNs()));
        state.setProbeNs(null);
        state.setOpenNs(nowNs);
        state.setMissingNs(Long.MAX_VALUE);
        state.setNewestNs(nowNs);
        state.setKeptNs(Math.min(state.getKeptNs(), nowNs - config.retention().toNanos()));
    }

    /** Windows and gauges behind the retention, a few seconds' worth at a time. */
    private void letGo(String pathId, PathState state) {
        long keepNs = state.getNewestNs() - config.retention().toNanos();
        if (keepNs - state.getKeptNs() < 10 * SECOND_NS) {
            return;
        }
        windows.between(pathId, Math.max(0, state.getKeptNs()), keepNs - 1)
                .forEach(kept -> windows.delete(pathId, kept.startNs()));
        for (End end : End.values()) {
            long shiftNs = shiftNs(state, end);
            long slackNs = 10 * SECOND_NS;
            gauges.forget(
                    pathId, end, Math.max(0, state.getKeptNs() + shiftNs - 2 * slackNs), keepNs + shiftNs - slackNs);
        }
        state.setKeptNs(keepNs);
    }

    /** Too late to be added to what was published: kept whole where somebody can find it. */
    private void bury(PathFact fact, long startNs, long timestampMs) {
        RecordMetadata at = context.recordMetadata().orElseThrow();
        String reason = "round trips of the window at " + startNs + " ns came more than "
                + config.retention().toSeconds() + " s after the path's newest";
        byte[] key = fact.getPathId().getBytes(StandardCharsets.UTF_8);
        RoundTripsPart part = (RoundTripsPart) fact.getBody();
        ByteBuffer histogram = part.getHistogram().duplicate();
        byte[] value = new byte[histogram.remaining()];
        histogram.get(value);
        DeadLetter letter = Decode.DeadLetters.letter(at, timestampMs, reason, key, value);
        context.forward(new Record<>(at.topic(), letter, timestampMs), Nodes.deadLetters(Nodes.PATH_STAGE));
    }

    /** Closes the windows of silent probers; never on a replay or while catching up. */
    private void onWallClock(long nowMs) {
        if (!caughtUp) {
            return;
        }
        List<KeyValue<String, PathState>> silent = new ArrayList<>();
        try (KeyValueIterator<String, PathState> all = paths.all()) {
            while (all.hasNext()) {
                KeyValue<String, PathState> each = all.next();
                if (isSilent(each.value, nowMs)) {
                    silent.add(each);
                }
            }
        }
        for (KeyValue<String, PathState> each : silent) {
            publisher.publish(each.key, each.value, true, nowMs);
            paths.put(each.key, each.value);
        }
    }

    private boolean isSilent(PathState state, long nowMs) {
        return state.getHeardEpochMs() > 0
                && nowMs - state.getHeardEpochMs() > config.silentAfter().toMillis()
                && state.getOpenNs() <= state.getNewestNs();
    }

    private static long shiftNs(PathState state, End end) {
        long offset = end == End.PROBER || state.getResponderOffsetNs() == null ? 0 : state.getResponderOffsetNs();
        return state.getShiftNs() + offset;
    }

    private static PathState first(PathFact fact) {
        long shiftNs = fact.getBody() instanceof RoundTripsPart part ? part.getShiftNs() : 0;
        return PathState.newBuilder()
                .setPath(fact.getPath())
                .setSimulated(fact.getSimulated())
                .setShiftNs(shiftNs)
                .setHeardEpochMs(0)
                .setOpenNs(Long.MAX_VALUE)
                .setMissingNs(Long.MAX_VALUE)
                .setNewestNs(0)
                .setKeptNs(0)
                .setEpochIds(new ArrayList<>())
                .build();
    }

    private static Long max(Long one, long other) {
        return one == null ? other : Math.max(one, other);
    }
}
