package io.ringtail.processors.topology;

import io.ringtail.processors.analysis.effect.EffectResult;
import io.ringtail.processors.analysis.effect.SettingsContrast;
import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.EffectPathState;
import io.ringtail.schemas.record.Epoch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;

/** A look's result with what it is about, as a record. Stateless. */
final class EffectRecords {
    private EffectRecords() {}

    /** What is between the epochs that are compared. */
    record Between(Epoch before, List<Epoch> skipped, Epoch after) {
        /** Changes between them, sorted. */
        List<String> changeIds() {
            SortedSet<String> ids = new TreeSet<>(after.getChangeIds());
            skipped.forEach(each -> ids.addAll(each.getChangeIds()));
            return List.copyOf(ids);
        }

        /** The same at every look, and on a replay. */
        String effectId() {
            String from = before == null ? "" : before.getEpochId();
            byte[] bytes = (after.getPathId() + '\u0000' + from + '\u0000' + after.getEpochId())
                    .getBytes(StandardCharsets.UTF_8);
            return UUID.nameUUIDFromBytes(bytes).toString();
        }

        /** Of the resampling. */
        long seed() {
            return UUID.fromString(effectId()).getMostSignificantBits();
        }

        SettingsContrast contrast() {
            return before == null
                    ? new SettingsContrast(List.of(), List.of())
                    : SettingsContrast.between(before.getSettings(), after.getSettings());
        }
    }

    static Effect of(EffectPathState state, Between between, EffectResult result) {
        SettingsContrast contrast = between.contrast();
        boolean compared = result.look() > 0;
        return Effect.newBuilder()
                .setEffectId(between.effectId())
                .setPathId(between.after().getPathId())
                .setPath(state.getPath())
                .setChangeIds(between.changeIds())
                .setEpochBefore(between.before() == null ? "" : between.before().getEpochId())
                .setEpochAfter(between.after().getEpochId())
                .setChangeEpochNs(between.after().getFromEpochNs())
                .setBeforeToEpochNs(compared ? Long.valueOf(result.beforeToEpochNs()) : null)
                .setAfterFromEpochNs(compared ? Long.valueOf(result.afterFromEpochNs()) : null)
                .setLook(result.look())
                .setLastLook(result.lastLook())
                .setKnobs(contrast.knobs())
                .setNotKnownConstant(contrast.notKnownConstant())
                .setConfounded(contrast.isConfounded())
                .setVerdict(result.verdict())
                .setProvisional(result.provisional())
                .setRemarks(remarks(between, contrast, result))
                .setMetrics(result.metrics())
                .setBeforeIndices(result.before().indices())
                .setBeforeCounts(result.before().counts())
                .setAfterIndices(result.after().indices())
                .setAfterCounts(result.after().counts())
                .setSimulated(result.simulated())
                .build();
    }

    private static List<String> remarks(Between between, SettingsContrast contrast, EffectResult result) {
        List<String> remarks = new ArrayList<>(result.remarks());
        if (between.before() != null && contrast.knobs().isEmpty()) {
            remarks.add("reverted: the settings are what they were before");
        }
        if (!between.skipped().isEmpty()) {
            remarks.add("compound: too few windows between this change and the one before, compared outer to outer");
        }
        if (!contrast.notKnownConstant().isEmpty()) {
            remarks.add("not known constant: " + String.join(", ", contrast.notKnownConstant()));
        }
        return remarks;
    }
}
