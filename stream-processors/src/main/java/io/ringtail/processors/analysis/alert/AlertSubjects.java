package io.ringtail.processors.analysis.alert;

import io.ringtail.processors.analysis.alert.AlertMachine.Subject;
import io.ringtail.schemas.AlertLabels;
import io.ringtail.schemas.Paths;
import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.Effect;
import io.ringtail.schemas.record.EffectKnob;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.Path;
import io.ringtail.schemas.record.Setting;
import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.record.TailShift;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What alerts are about, as labels: names alone, never a value that was measured or set. Pure. */
public final class AlertSubjects {
    private AlertSubjects() {}

    /** A path. */
    public static Subject of(Path path, boolean simulated) {
        return new Subject(labels(path), simulated);
    }

    private static Map<String, String> labels(Path path) {
        Map<String, String> labels = new TreeMap<>();
        labels.put(AlertLabels.PATH, Paths.label(path));
        labels.put(AlertLabels.PROBER, path.getProberHost());
        labels.put(AlertLabels.RESPONDER, path.getResponderHost());
        return labels;
    }

    /** An effect: its path and the settings that differ. */
    public static Subject of(Effect effect) {
        Map<String, String> labels = labels(effect.getPath());
        labels.put(AlertLabels.SETTINGS, knobs(effect));
        return new Subject(labels, effect.getSimulated());
    }

    /** The settings that differ, by name. */
    public static String knobs(Effect effect) {
        return effect.getKnobs().stream().map(EffectKnob::getName).sorted().collect(Collectors.joining(" "));
    }

    /** A shift: its path and what shifted. */
    public static Subject of(TailShift shift) {
        Map<String, String> labels = labels(shift.getPath());
        labels.put(AlertLabels.METRIC, shift.getMetric().name().toLowerCase(Locale.ROOT));
        return new Subject(labels, shift.getSimulated());
    }

    /**
     * An interface, or the whole host.
     *
     * @param iface the interface; empty for the whole host
     */
    public static Subject of(Origin origin, String iface) {
        return new Subject(
                iface.isEmpty()
                        ? Map.of(AlertLabels.HOST, origin.getHost())
                        : labels(origin.getHost(), origin.getNetns(), iface),
                origin.getSimulated());
    }

    private static Map<String, String> labels(String host, String netns, String iface) {
        Map<String, String> labels = new TreeMap<>();
        labels.put(AlertLabels.HOST, host);
        if (!netns.isEmpty()) {
            labels.put(AlertLabels.NETNS, netns);
        }
        labels.put(AlertLabels.INTERFACE, iface);
        return labels;
    }

    /** A setting of an interface. */
    public static Subject of(Settings snapshot, Setting setting) {
        Origin origin = snapshot.getOrigin();
        Map<String, String> labels = labels(origin.getHost(), origin.getNetns(), snapshot.getInterface$());
        labels.put(AlertLabels.SETTING, setting.getName());
        if (setting.getQueue() != null) {
            labels.put(AlertLabels.QUEUE, setting.getQueue());
        }
        return new Subject(labels, origin.getSimulated());
    }

    /** The object whose settings changed. */
    public static Subject of(Change change) {
        Map<String, String> labels = change.getInterface$() == null
                ? new TreeMap<>(Map.of(AlertLabels.HOST, change.getHost(), AlertLabels.OBJECT, change.getObject()))
                : labels(change.getHost(), change.getNetns(), change.getInterface$());
        return new Subject(labels, change.getSimulated());
    }
}
