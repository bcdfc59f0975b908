package io.ringtail.processors.history;

import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.Epoch;
import io.ringtail.schemas.record.KnobChange;
import java.util.List;

/** Rows of changes and epochs. Pure. */
final class ChangeRows {
    private ChangeRows() {}

    static List<HistoryRow> changes(Change change) {
        return change.getKnobs().stream().map(knob -> change(change, knob)).toList();
    }

    private static HistoryRow change(Change change, KnobChange knob) {
        return HistoryRow.of(
                HistoryTable.CHANGES,
                Micros.of(change.getToEpochNs()),
                change.getChangeId(),
                knob.getName(),
                Texts.orNull(knob.getQueue()),
                Micros.of(change.getFromEpochNs()),
                change.getHost(),
                Texts.orNull(change.getNetns()),
                change.getObject(),
                Texts.orNull(change.getInterface$()),
                knob.getOldValue(),
                knob.getNewValue(),
                Texts.orNull(knob.getUnit()),
                change.getTrigger().name(),
                paths(change),
                change.getSimulated());
    }

    private static String paths(Change change) {
        return Texts.joined(change.getPaths().stream()
                .map(path -> path.getPathId() + "/" + path.getEnd())
                .toList());
    }

    static HistoryRow epoch(Epoch epoch) {
        return HistoryRow.of(
                HistoryTable.EPOCHS,
                Micros.of(epoch.getFromEpochNs()),
                epoch.getPathId(),
                epoch.getEpochId(),
                Texts.joined(epoch.getChangeIds()),
                Texts.orNull(epoch.getProberSettingsId()),
                Texts.orNull(epoch.getResponderSettingsId()),
                epoch.getReverted());
    }
}
