package io.ringtail.processors.topology;

import io.ringtail.processors.analysis.ClusterTime;
import io.ringtail.processors.analysis.EndShifts;
import io.ringtail.schemas.record.Completeness;
import io.ringtail.schemas.record.Epoch;
import io.ringtail.schemas.record.PathState;
import io.ringtail.schemas.record.Window;
import io.ringtail.schemas.record.WindowState;
import io.ringtail.schemas.topic.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Decides when a window is published, and as what. The first time as soon as the prober's watermark passed it; again when
 * both ends' data are in, when the responder is given up, and when later data change it. Owned by the stream's thread.
 */
final class WindowPublisher {
    private static final int EPOCHS_REMEMBERED = 16;

    private final ProcessorContext<String, SpecificRecord> context;
    private final PathWindows windows;
    private final WindowMaker maker;
    private final TopologyConfig config;

    WindowPublisher(
            ProcessorContext<String, SpecificRecord> context,
            PathWindows windows,
            WindowMaker maker,
            TopologyConfig config) {
        this.context = context;
        this.windows = windows;
        this.maker = maker;
        this.config = config;
    }

    /**
     * Publishes the open windows of a path that are due, and moves the mark of the open ones.
     *
     * @param silent whether the prober fell silent: then no window waits for it any longer
     */
    void publish(String pathId, PathState state, boolean silent, long timestampMs) {
        long openNs = Long.MAX_VALUE;
        for (PathWindows.Kept kept : windows.between(pathId, state.getOpenNs(), state.getNewestNs())) {
            Completeness now = judge(state, kept, silent);
            if (now != null) {
                publishIfNew(pathId, state, kept, now, timestampMs);
            }
            if (now == Completeness.RESPONDER_MISSING && PathStage.hasResponder(state.getPath())) {
                state.setMissingNs(Math.min(state.getMissingNs(), kept.startNs()));
            }
            if (now == null || now == Completeness.PROBER_ONLY || now == Completeness.PROBER_SILENT) {
                openNs = Math.min(openNs, kept.startNs());
            }
        }
        state.setOpenNs(openNs);
    }

    /** Looks again at the windows that stand without the responder, when it speaks. */
    void complete(String pathId, PathState state, long timestampMs) {
        long missingNs = Long.MAX_VALUE;
        for (PathWindows.Kept kept : windows.between(pathId, state.getMissingNs(), state.getNewestNs())) {
            if (kept.window().getCompleteness() == Completeness.RESPONDER_MISSING) {
                Completeness now = judge(state, kept, false);
                if (now == Completeness.COMPLETE) {
                    publishIfNew(pathId, state, kept, now, timestampMs);
                } else {
                    missingNs = Math.min(missingNs, kept.startNs());
                }
            }
        }
        state.setMissingNs(missingNs);
    }

    /** What a window can be published as now; null while the prober's watermark has not passed it. */
    private Completeness judge(PathState state, PathWindows.Kept kept, boolean silent) {
        WindowState window = kept.window();
        EndShifts shifts = PathWindows.shifts(window);
        long endNs = kept.startNs() + ClusterTime.SECOND_NS;
        long proberEndNs = endNs + shifts.proberNs();
        if (!passed(state.getProbeNs(), proberEndNs)) {
            return silent ? Completeness.PROBER_SILENT : null;
        }
        Completeness now = judgePassed(state, proberEndNs, endNs + shifts.responderNs(), silent);
        boolean wasFinal = window.getRevisions() > 0
                && (window.getCompleteness() == Completeness.COMPLETE
                        || window.getCompleteness() == Completeness.RESPONDER_MISSING);
        boolean stays =
                wasFinal && (now == Completeness.PROBER_ONLY || window.getCompleteness() == Completeness.COMPLETE);
        return stays ? window.getCompleteness() : now;
    }

    private Completeness judgePassed(PathState state, long proberEndNs, long responderEndNs, boolean silent) {
        boolean prober = passed(state.getProberNs(), proberEndNs);
        boolean responder = passed(state.getResponderNs(), responderEndNs);
        boolean waited = silent
                || passed(
                        state.getProbeNs(), proberEndNs + config.responderWait().toNanos());
        if (!PathStage.hasResponder(state.getPath())) {
            return prober || waited ? Completeness.RESPONDER_MISSING : Completeness.PROBER_ONLY;
        }
        if (responder && (prober || waited)) {
            return Completeness.COMPLETE;
        }
        return waited ? Completeness.RESPONDER_MISSING : Completeness.PROBER_ONLY;
    }

    private void publishIfNew(
            String pathId, PathState state, PathWindows.Kept kept, Completeness now, long timestampMs) {
        WindowState window = kept.window();
        boolean first = window.getRevisions() == 0;
        boolean other = window.getCompleteness() != now;
        boolean again = window.getDirty() && now != Completeness.PROBER_ONLY;
        if (!first && !other && !again) {
            return;
        }
        WindowMaker.Made made = maker.make(pathId, state, kept, now);
        long digest = digest(made.window());
        if (first || digest != window.getPublished()) {
            made.window().setRevision(window.getRevisions());
            window.setRevisions(window.getRevisions() + 1);
            made.epoch().ifPresent(epoch -> publish(pathId, state, epoch, timestampMs));
            context.forward(new Record<>(pathId, made.window(), timestampMs), Nodes.sink(Topics.WINDOWS));
        }
        window.setPublished(digest);
        window.setCompleteness(now);
        window.setDirty(false);
        windows.put(pathId, kept.startNs(), window);
    }

    private void publish(String pathId, PathState state, Epoch epoch, long timestampMs) {
        List<String> known = state.getEpochIds();
        if (known.contains(epoch.getEpochId())) {
            return;
        }
        known.add(epoch.getEpochId());
        if (known.size() > EPOCHS_REMEMBERED) {
            known.removeFirst();
        }
        context.forward(new Record<>(pathId, epoch, timestampMs), Nodes.sink(Topics.EPOCHS));
    }

    private static boolean passed(Long watermarkNs, long endNs) {
        return watermarkNs != null && watermarkNs >= endNs;
    }

    private static long digest(Window window) {
        try {
            ByteBuffer bytes = window.toByteBuffer();
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            return ((long) Utils.murmur2(copy) << Integer.SIZE) ^ Arrays.hashCode(copy);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
