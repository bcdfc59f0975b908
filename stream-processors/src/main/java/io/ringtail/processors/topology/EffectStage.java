package io.ringtail.processors.topology;

import io.ringtail.processors.analysis.effect.EffectAnalysis;
import io.ringtail.processors.analysis.effect.EffectResult;
import io.ringtail.processors.analysis.effect.EffectWindow;
import io.ringtail.processors.analysis.effect.Looks;
import io.ringtail.processors.analysis.effect.PlaceboBands;
import io.ringtail.processors.analysis.effect.Side;
import io.ringtail.processors.topology.EffectRecords.Between;
import io.ringtail.schemas.record.Completeness;
import io.ringtail.schemas.record.EffectPathState;
import io.ringtail.schemas.record.Epoch;
import io.ringtail.schemas.record.EpochProgress;
import io.ringtail.schemas.record.Window;
import io.ringtail.schemas.topic.Topics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Compares each epoch of a path with the one before, as soon as a look has its windows. Works on completed windows and
 * event time alone; what it says of the first windows of an epoch does not depend on when they came. Owned by the
 * stream's thread.
 */
final class EffectStage implements Processor<String, SpecificRecord, String, SpecificRecord> {
    private static final int EPOCHS = 32;
    private static final StringSerializer KEY = new StringSerializer();

    private ProcessorContext<String, SpecificRecord> context;
    private KeyValueStore<String, EffectPathState> paths;
    private KeyValueStore<String, Epoch> epochs;
    private EffectWindows windows;
    private EffectPlacebos placebos;

    @Override
    public void init(ProcessorContext<String, SpecificRecord> context) {
        this.context = context;
        paths = context.getStateStore(Nodes.EFFECT_PATHS);
        epochs = context.getStateStore(Nodes.EFFECT_EPOCHS);
        windows = new EffectWindows(context.getStateStore(Nodes.EFFECT_WINDOWS));
        placebos = new EffectPlacebos(context.getStateStore(Nodes.EFFECT_PLACEBOS));
    }

    @Override
    public void process(Record<String, SpecificRecord> record) {
        switch (record.value()) {
            case Epoch epoch -> onEpoch(record.key(), epoch);
            case Window window
            when window.getCompleteness() != Completeness.PROBER_ONLY ->
                onWindow(record.key(), window, record.timestamp());
            case null, default -> {}
        }
    }

    private void onEpoch(String pathId, Epoch epoch) {
        epochs.put(Keys.of(pathId, epoch.getEpochId()), epoch);
        List<Epoch> all = new ArrayList<>();
        try (KeyValueIterator<String, Epoch> found = epochs.prefixScan(Keys.prefix(pathId), KEY)) {
            found.forEachRemaining(each -> all.add(each.value));
        }
        all.sort(Comparator.comparingLong(Epoch::getFromEpochNs).reversed().thenComparing(Epoch::getEpochId));
        all.stream().skip(EPOCHS).forEach(each -> epochs.delete(Keys.of(pathId, each.getEpochId())));
    }

    private void onWindow(String pathId, Window window, long timestampMs) {
        EffectPathState state = paths.get(pathId);
        state = state == null ? first(window) : state;
        long startNs = window.getStartEpochNs();
        if (startNs < state.getOldestNs()) {
            return;
        }
        String before = windows.epochOf(pathId, startNs);
        EffectWindow next = EffectWindow.of(window);
        String now = isUsable(window, next) ? window.getEpochId() : null;
        if (before != null && !before.equals(now)) {
            takeAway(pathId, state, before, startNs);
        }
        if (now != null) {
            windows.put(pathId, now, next);
            state.setSimulated(state.getSimulated() || window.getSimulated());
            if (!now.equals(before)) {
                count(pathId, state, now, startNs, timestampMs);
            }
            look(pathId, state, now, timestampMs);
        }
        paths.put(pathId, state);
    }

    private static boolean isUsable(Window window, EffectWindow next) {
        boolean completed = window.getCompleteness() == Completeness.COMPLETE
                || window.getCompleteness() == Completeness.RESPONDER_MISSING;
        return completed && window.getEpochId() != null && !next.flagged() && window.getSent() > 0;
    }

    /** A later revision says that the window cannot be used, or belongs to another epoch. */
    private void takeAway(String pathId, EffectPathState state, String epochId, long startNs) {
        windows.delete(pathId, startNs);
        state.setWindows(state.getWindows() - 1);
        EpochProgress epoch = progress(state, epochId);
        if (epoch != null) {
            epoch.setWindows(epoch.getWindows() - 1);
        }
    }

    private void count(String pathId, EffectPathState state, String epochId, long startNs, long timestampMs) {
        EpochProgress epoch = progress(state, epochId);
        if (epoch == null) {
            epoch = new EpochProgress(epochId, startNs, startNs, 0, 0, false);
            state.getEpochs().add(epoch);
            giveUpShorter(pathId, state, epoch, timestampMs);
        }
        epoch.setFirstNs(Math.min(epoch.getFirstNs(), startNs));
        epoch.setLastNs(Math.max(epoch.getLastNs(), startNs));
        epoch.setWindows(epoch.getWindows() + 1);
        state.getEpochs().sort(Comparator.comparingLong(EpochProgress::getFirstNs));
        state.setWindows(state.getWindows() + 1);
        addPlacebos(pathId, state, epoch);
        trim(pathId, state);
    }

    private void addPlacebos(String pathId, EffectPathState state, EpochProgress epoch) {
        for (int look : EffectPlacebos.dueAfter(epoch.getWindows())) {
            Side all = windows.side(pathId, state, epoch);
            int length = EffectPlacebos.length(look);
            if (all.size() >= length) {
                List<EffectWindow> last = all.windows().subList(all.size() - length, all.size());
                placebos.add(pathId, look, new Side(all.schedule(), all.simulated(), last));
            }
        }
    }

    private void trim(String pathId, EffectPathState state) {
        while (state.getWindows() > EffectWindows.MOST) {
            state.setOldestNs(windows.deleteOldest(pathId, state.getOldestNs()));
            state.setWindows(state.getWindows() - 1);
        }
        state.getEpochs().removeIf(each -> each.getLastNs() < state.getOldestNs());
    }

    /** The next look of an epoch, where its windows are there; later ones follow with later windows. */
    private void look(String pathId, EffectPathState state, String epochId, long timestampMs) {
        EpochProgress after = progress(state, epochId);
        OptionalInt next = after.getDone() ? OptionalInt.empty() : Looks.after(after.getLooked());
        if (next.isEmpty() || after.getWindows() < next.getAsInt()) {
            return;
        }
        Between between = between(pathId, state, after);
        if (between == null) {
            return;
        }
        int look = next.getAsInt();
        after.setLooked(look);
        if (between.changeIds().isEmpty()) {
            after.setDone(true);
            return;
        }
        EffectResult result = compare(pathId, state, between, after, look);
        after.setDone(result.look() == result.lastLook());
        forward(pathId, state, between, result, timestampMs);
    }

    private EffectResult compare(String pathId, EffectPathState state, Between between, EpochProgress after, int look) {
        Side one = between.before() == null
                ? new Side(state.getPath().getSchedule(), state.getSimulated(), List.of())
                : windows.side(pathId, state, progress(state, between.before().getEpochId()));
        Side other = windows.side(pathId, state, after, after.getFirstNs(), look);
        PlaceboBands bands = placebos.bands(pathId, look, after.getLastNs());
        return EffectAnalysis.compare(one, other, bands, between.seed());
    }

    /** Epochs that ended with fewer windows than the first look needs: nothing can be said of them alone. */
    private void giveUpShorter(String pathId, EffectPathState state, EpochProgress next, long timestampMs) {
        for (EpochProgress each : List.copyOf(state.getEpochs())) {
            boolean ended = each.getFirstNs() < next.getFirstNs() && !each.getDone();
            if (ended && each.getLooked() == 0 && each.getWindows() < Looks.LEAST) {
                each.setDone(true);
                Between between = between(pathId, state, each);
                if (between != null && !between.changeIds().isEmpty()) {
                    EffectResult result = compare(pathId, state, between, each, Looks.LEAST);
                    forward(pathId, state, between, result, timestampMs);
                }
            }
        }
    }

    /** What an epoch is compared with: the nearest before it with enough windows; null while a record is missing. */
    private Between between(String pathId, EffectPathState state, EpochProgress after) {
        Epoch now = epochs.get(Keys.of(pathId, after.getEpochId()));
        List<Epoch> skipped = new ArrayList<>();
        Epoch before = null;
        List<EpochProgress> earlier = state.getEpochs().stream()
                .filter(each -> each.getFirstNs() < after.getFirstNs())
                .toList();
        for (EpochProgress each : earlier.reversed()) {
            Epoch epoch = epochs.get(Keys.of(pathId, each.getEpochId()));
            if (epoch == null) {
                return null;
            }
            if (each.getWindows() >= Looks.LEAST) {
                before = epoch;
                break;
            }
            skipped.add(epoch);
        }
        return now == null ? null : new Between(before, skipped, now);
    }

    private void forward(String pathId, EffectPathState state, Between between, EffectResult result, long timestampMs) {
        context.forward(
                new Record<>(pathId, EffectRecords.of(state, between, result), timestampMs),
                Nodes.sink(Topics.EFFECTS));
    }

    private static EpochProgress progress(EffectPathState state, String epochId) {
        return state.getEpochs().stream()
                .filter(each -> Objects.equals(each.getEpochId(), epochId))
                .findFirst()
                .orElse(null);
    }

    private static EffectPathState first(Window window) {
        return EffectPathState.newBuilder()
                .setPath(window.getPath())
                .setSimulated(window.getSimulated())
                .setWindows(0)
                .setOldestNs(0)
                .setEpochs(new ArrayList<>())
                .build();
    }
}
