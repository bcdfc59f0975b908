package io.ringtail.processors.history;

import io.ringtail.processors.history.ChangeEntry.Knob;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Changes as lines of text, readable in 100 columns. Pure. */
public final class ChangesText {
    private static final int NAME_WIDTH = 32;
    private static final int WIDTH = 100;

    private ChangesText() {}

    /** A head line for each change, a line for each setting that differs, and a note if there were more. */
    public static String of(Bounded<ChangeEntry> changes) {
        if (changes.rows().isEmpty()) {
            return "no changes\n";
        }
        String all = changes.rows().stream().map(ChangesText::change).collect(Collectors.joining());
        return changes.cut() ? all + "more changes follow: choose a shorter time\n" : all;
    }

    private static String change(ChangeEntry change) {
        return head(change) + knobs(change.knobs());
    }

    private static String head(ChangeEntry change) {
        return TextUnits.moment(change.toEpochNs()) + "  " + TextUnits.host(change.host(), change.netns()) + " "
                + change.object() + "  ("
                + change.trigger().toLowerCase(Locale.ROOT) + ", at most "
                + TextUnits.duration(change.toEpochNs() - change.fromEpochNs()) + " before" + paths(change)
                + (change.simulated() ? ", simulated" : "") + ")\n";
    }

    private static String paths(ChangeEntry change) {
        int paths = change.paths().size();
        return paths == 0 ? "" : ", " + paths + (paths == 1 ? " path" : " paths");
    }

    private static String knobs(List<Knob> knobs) {
        return knobs.stream().map(ChangesText::knob).collect(Collectors.joining());
    }

    private static String knob(Knob knob) {
        String name = TextUnits.setting(knob.name(), knob.queue());
        String unit = knob.unit() == null ? "" : " " + knob.unit();
        String padded = String.format(Locale.ROOT, "    %-" + NAME_WIDTH + "s ", name);
        String oneLine = padded + text(knob.oldValue()) + " -> " + text(knob.newValue()) + unit;
        return oneLine.length() <= WIDTH
                ? oneLine + "\n"
                : padded.stripTrailing() + "\n        " + text(knob.oldValue()) + "\n     -> " + text(knob.newValue())
                        + unit + "\n";
    }

    private static String text(String value) {
        return value == null ? "not known" : value;
    }
}
