package io.ringtail.processors.analysis;

import io.ringtail.schemas.knob.Knob;
import io.ringtail.schemas.knob.Knobs;
import io.ringtail.schemas.record.KnobChange;
import io.ringtail.schemas.record.Setting;
import io.ringtail.schemas.record.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What differs between two snapshots of an object. Known to unknown, and back to the same value, is no difference: a
 * setting that is not known at the moment keeps its last known value, beside the reason. While adaptive coalescing is
 * on, the values it moves have the level {@value #ADAPTIVE}. Gauges never differ. Stateless.
 */
public final class SettingsDiff {
    /** Level of usecs and frames while the driver adapts them. */
    public static final String ADAPTIVE = "adaptive";

    private static final String ON = "on";
    private static final String COALESCE = "coalesce.";

    private SettingsDiff() {}

    /** Name of a setting, with a blank and its queue where it has one. */
    public static String key(String name, String queue) {
        return queue == null ? name : name + ' ' + queue;
    }

    /** The snapshot with adaptive levels, and with last known values for what is not known now. */
    public static Settings effective(Settings previous, Settings next) {
        SortedMap<String, Setting> values = new TreeMap<>();
        if (previous != null) {
            previous.getValues().forEach(each -> values.put(key(each), forgotten(each)));
        }
        leveled(next).forEach((key, now) -> values.merge(key, now, SettingsDiff::lastKnown));
        return Settings.newBuilder(next).setValues(List.copyOf(values.values())).build();
    }

    /** Settings whose known values differ, sorted by name and queue; both snapshots as {@link #effective} gives them. */
    public static List<KnobChange> between(Settings previous, Settings next) {
        SortedMap<String, Setting> old = byKey(previous);
        List<KnobChange> changes = new ArrayList<>();
        byKey(next).forEach((key, now) -> {
            Setting before = old.get(key);
            if (before != null && differs(before, now)) {
                changes.add(new KnobChange(
                        now.getName(), now.getQueue(), before.getValue(), now.getValue(), Knobs.unit(now.getName())));
            }
        });
        return changes;
    }

    /** Whether two effective snapshots say the same, reasons for absence included. */
    public static boolean same(Settings previous, Settings next) {
        return byKey(previous).equals(byKey(next));
    }

    private static SortedMap<String, Setting> byKey(Settings settings) {
        SortedMap<String, Setting> map = new TreeMap<>();
        settings.getValues().forEach(each -> map.put(key(each), each));
        return map;
    }

    private static SortedMap<String, Setting> leveled(Settings settings) {
        SortedMap<String, Setting> map = byKey(settings);
        map.values().removeIf(SettingsDiff::isGauge);
        boolean rx = isOn(map.get(COALESCE + "adaptive-rx"));
        boolean tx = isOn(map.get(COALESCE + "adaptive-tx"));
        map.replaceAll((key, each) -> adapted(each, rx, tx));
        return map;
    }

    private static Setting adapted(Setting setting, boolean rx, boolean tx) {
        String name = setting.getName();
        boolean moved = (rx && isLevel(name, "rx-")) || (tx && isLevel(name, "tx-"));
        return moved && setting.getValue() != null ? new Setting(name, setting.getQueue(), ADAPTIVE, null) : setting;
    }

    private static boolean isLevel(String name, String direction) {
        return name.startsWith(COALESCE + direction + "usecs") || name.startsWith(COALESCE + direction + "frames");
    }

    private static Setting lastKnown(Setting before, Setting now) {
        return now.getValue() == null && before.getValue() != null
                ? new Setting(now.getName(), now.getQueue(), before.getValue(), reason(now))
                : now;
    }

    private static Setting forgotten(Setting before) {
        String reason = before.getAbsence() == null ? "vanished" : before.getAbsence();
        return new Setting(before.getName(), before.getQueue(), before.getValue(), reason);
    }

    private static String reason(Setting now) {
        return now.getAbsence() == null ? "not known" : now.getAbsence();
    }

    private static boolean differs(Setting before, Setting now) {
        return before.getValue() != null
                && now.getValue() != null
                && !Objects.equals(before.getValue(), now.getValue());
    }

    private static boolean isOn(Setting flag) {
        return flag != null && ON.equals(flag.getValue());
    }

    private static boolean isGauge(Setting setting) {
        return Knobs.named(setting.getName()).map(Knob::kind).orElse(Knob.Kind.SETTING) == Knob.Kind.GAUGE;
    }

    private static String key(Setting setting) {
        return key(setting.getName(), setting.getQueue());
    }
}
