package io.ringtail.processors.analysis.effect;

import io.ringtail.processors.analysis.SettingsDiff;
import io.ringtail.schemas.knob.Knobs;
import io.ringtail.schemas.record.EffectKnob;
import io.ringtail.schemas.record.EndSetting;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What differs between the settings of two epochs, outer to outer. A queue's setting with the same values on several
 * queues is one knob; a flag and the levels that it moves are one group.
 *
 * @param knobs what differs, by name
 * @param notKnownConstant names of settings that are known on one side only, or only from an earlier read
 */
public record SettingsContrast(List<EffectKnob> knobs, List<String> notKnownConstant) {
    private static final String COALESCE = ".coalesce.";

    /** Between two epochs' settings. */
    public static SettingsContrast between(List<EndSetting> before, List<EndSetting> after) {
        Map<String, EndSetting> old = byKey(before);
        Map<String, EndSetting> now = byKey(after);
        SortedSet<String> keys = new TreeSet<>(old.keySet());
        keys.addAll(now.keySet());
        Map<String, EffectKnob> knobs = new TreeMap<>();
        SortedSet<String> unknown = new TreeSet<>();
        for (String key : keys) {
            EndSetting from = old.get(key);
            EndSetting to = now.get(key);
            if (!isKnown(from) || !isKnown(to)) {
                if (mayHaveChanged(from, to)) {
                    unknown.add((from == null ? to : from).getName());
                }
            } else if (!from.getValue().equals(to.getValue())) {
                add(knobs, from, to);
            }
        }
        return new SettingsContrast(grouped(knobs.values()), List.copyOf(unknown));
    }

    /** Whether nothing can tell which of the knobs it was. */
    public boolean isConfounded() {
        return knobs.stream().map(EffectKnob::getGroup).distinct().count() > 1;
    }

    private static boolean isKnown(EndSetting setting) {
        return setting != null && setting.getValue() != null && setting.getAbsence() == null;
    }

    /** Not where neither side ever had a value: what cannot be read here cannot be told apart at all. */
    private static boolean mayHaveChanged(EndSetting from, EndSetting to) {
        return (from != null && from.getValue() != null) || (to != null && to.getValue() != null);
    }

    private static void add(Map<String, EffectKnob> knobs, EndSetting from, EndSetting to) {
        String key = String.join("\u0000", from.getName(), from.getValue(), to.getValue());
        EffectKnob knob = knobs.computeIfAbsent(
                key,
                each -> new EffectKnob(
                        from.getName(),
                        new ArrayList<>(),
                        from.getValue(),
                        to.getValue(),
                        Knobs.unit(from.getName().substring(from.getName().indexOf('.') + 1)),
                        from.getName()));
        if (from.getQueue() != null) {
            knob.getQueues().add(from.getQueue());
        }
    }

    private static List<EffectKnob> grouped(Collection<EffectKnob> knobs) {
        List<EffectKnob> all = List.copyOf(knobs);
        for (EffectKnob knob : all) {
            String flag = flagOf(knob);
            if (all.stream().anyMatch(each -> each.getName().equals(flag))) {
                knob.setGroup(flag);
            }
        }
        return all;
    }

    /** The flag that moved a level, where adaptive coalescing went on or off. */
    private static String flagOf(EffectKnob knob) {
        boolean adapted = knob.getOldValue().equals(SettingsDiff.ADAPTIVE)
                || knob.getNewValue().equals(SettingsDiff.ADAPTIVE);
        int at = knob.getName().indexOf(COALESCE);
        if (!adapted || at < 0) {
            return knob.getName();
        }
        int level = at + COALESCE.length();
        return knob.getName().substring(0, level) + "adaptive-" + knob.getName().substring(level, level + 2);
    }

    private static Map<String, EndSetting> byKey(List<EndSetting> settings) {
        Map<String, EndSetting> map = new TreeMap<>();
        settings.forEach(each -> map.put(SettingsDiff.key(each.getName(), each.getQueue()), each));
        return map;
    }
}
