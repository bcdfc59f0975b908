package io.ringtail.standalone.serve;

import io.ringtail.schemas.record.Agent;
import io.ringtail.schemas.record.Alert;
import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.Cpus;
import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.Interrupts;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.Rings;
import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.record.TailAssociations;
import io.ringtail.schemas.record.TailShift;
import io.ringtail.schemas.record.Tcp;
import io.ringtail.schemas.record.Window;
import io.ringtail.schemas.record.Xsk;
import org.apache.avro.specific.SpecificRecord;

/** Puts records into the live model. Call it from the feed's thread only. */
final class LiveRecords {
    private final LiveModel model;
    private final TrailingTail tail = new TrailingTail();

    LiveRecords(LiveModel model) {
        this.model = model;
    }

    /** Takes a record of any topic that the page shows; others are an error of the caller. */
    void accept(SpecificRecord record) {
        switch (record) {
            case Window window -> window(window);
            case Change change ->
                model.put(
                        "change", change.getChangeId(), HostJson.change(change).toString());
            case Effect effect ->
                model.put(
                        "effect",
                        effect.getEffectId(),
                        EffectJson.effect(effect).toString());
            case TailShift shift ->
                model.put("shift", shift.getShiftId(), TailJson.shift(shift).toString());
            case TailAssociations found ->
                model.put(
                        "moving",
                        found.getPathId(),
                        TailJson.associations(found).toString());
            case Alert alert ->
                model.put("alert", alert.getAlertId(), AlertJson.of(alert).toString());
            case Agent agent ->
                model.put(
                        "agent",
                        agent.getOrigin().getHost(),
                        HostJson.agent(agent).toString());
            case Settings settings ->
                model.put(
                        "settings",
                        key(settings.getOrigin(), settings.getObject()),
                        HostJson.settings(settings).toString());
            case Rings rings ->
                model.put(
                        "rings",
                        key(rings.getOrigin(), rings.getInterface$()),
                        HostJson.rings(rings).toString());
            case Interrupts interrupts ->
                model.put(
                        "interrupts",
                        interrupts.getOrigin().getHost(),
                        HostJson.interrupts(interrupts).toString());
            case Cpus cpus ->
                model.put(
                        "cpus", cpus.getOrigin().getHost(), HostJson.cpus(cpus).toString());
            case Tcp tcp ->
                model.put("tcp", key(tcp.getOrigin(), ""), TcpJson.of(tcp).toString());
            case Xsk xsk ->
                model.put("xsk", key(xsk.getOrigin(), ""), XskJson.of(xsk).toString());
            default -> throw new IllegalArgumentException("the page does not show a " + record.getClass());
        }
    }

    /** An object of this settings key (host|netns|object) is gone. */
    void settingsGone(String key) {
        model.remove("settings", key);
    }

    private void window(Window window) {
        model.put("path", window.getPathId(), WindowJson.path(window).toString());
        model.putWindow(
                window.getPathId(),
                Json.ms(window.getStartEpochNs()),
                window.getRevision(),
                WindowJson.window(window, tail.of(window)).toString());
    }

    private static String key(Origin origin, String object) {
        return origin.getHost() + "|" + origin.getNetns() + "|" + object;
    }
}
