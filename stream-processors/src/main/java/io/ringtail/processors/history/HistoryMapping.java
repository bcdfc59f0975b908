package io.ringtail.processors.history;

import io.ringtail.schemas.record.Agent;
import io.ringtail.schemas.record.Alert;
import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.Cpus;
import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.Epoch;
import io.ringtail.schemas.record.Interrupts;
import io.ringtail.schemas.record.Rings;
import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.record.TailAssociations;
import io.ringtail.schemas.record.TailShift;
import io.ringtail.schemas.record.Tcp;
import io.ringtail.schemas.record.Window;
import io.ringtail.schemas.record.Xsk;
import io.ringtail.schemas.topic.Topic;
import io.ringtail.schemas.topic.Topics;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * Records to rows: collects until it is drained. A record whose rows cannot be made leaves nothing behind. Owned by the
 * writer's thread.
 */
final class HistoryMapping {
    /** Topics that it maps the records of. */
    static final List<Topic> TOPICS = List.of(
            Topics.WINDOWS,
            Topics.EPOCHS,
            Topics.CHANGES,
            Topics.SHIFTS,
            Topics.ASSOCIATIONS,
            Topics.EFFECTS,
            Topics.ALERTS,
            Topics.SETTINGS,
            Topics.AGENTS,
            Topics.INTERRUPTS,
            Topics.CPUS,
            Topics.RINGS,
            Topics.XSK,
            Topics.TCP);

    private final WindowMemory windows;
    private final SettingsMemory settings;
    private final GaugeMemory gauges = new GaugeMemory();
    private final List<HistoryRow> rows = new ArrayList<>();

    HistoryMapping(StoredState stored) {
        this.windows = new WindowMemory(stored);
        this.settings = new SettingsMemory(stored);
    }

    /**
     * Takes a record.
     *
     * @throws HistoryException while the store is away and has to be asked; the record can be given again
     * @throws UnusableRecordException if no rows can be made of it, ever
     */
    void add(SpecificRecord record) {
        try {
            map(record);
        } catch (HistoryException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new UnusableRecordException(
                    "no rows can be made of it: " + (e.getMessage() == null ? e : e.getMessage()), e);
        }
    }

    private void map(SpecificRecord record) {
        switch (record) {
            case Window window -> rows.addAll(windows.rows(window));
            case Settings snapshot -> rows.addAll(settings.rows(snapshot));
            case Change change -> rows.addAll(ChangeRows.changes(change));
            case TailShift shift -> rows.add(TailRows.shift(shift));
            case TailAssociations found -> rows.addAll(TailRows.associations(found));
            case Effect effect -> rows.addAll(EffectRows.of(effect));
            case Alert alert -> rows.add(AlertRows.of(alert));
            case Epoch epoch -> rows.add(ChangeRows.epoch(epoch));
            case Agent agent -> rows.add(AgentRows.agent(agent));
            case Interrupts interrupts -> gauges.add(interrupts);
            case Cpus cpus -> gauges.add(cpus);
            case Rings rings -> gauges.add(rings);
            case Xsk xsk -> gauges.add(xsk);
            case Tcp tcp -> gauges.add(tcp);
            default ->
                throw new IllegalArgumentException(
                        "the history takes no " + record.getSchema().getName());
        }
    }

    /** How much waits to be drained: rows, and seconds of gauges. */
    int size() {
        return rows.size() + gauges.unwritten();
    }

    /** All rows since the last call. */
    List<HistoryRow> drain() {
        List<HistoryRow> all = new ArrayList<>(rows);
        all.addAll(gauges.drain());
        rows.clear();
        return all;
    }

    /** Forgets all rows, and all that was remembered: another writer may write from now on. */
    void forget() {
        rows.clear();
        windows.forget();
        settings.forget();
        gauges.forget();
    }
}
