package io.ringtail.collectors.parse;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.StringTokenizer;

/**
 * What a row of /proc/interrupts says beside its counts.
 *
 * @param label left of the first colon: an interrupt's number, or NMI, LOC, IPI0 ...
 * @param chip interrupt chip; absent for architecture rows
 * @param hwirq hardware interrupt number; absent where the row has none
 * @param trigger edge, level, fasteoi ... in lower case; absent where the row has none
 * @param actions action names, or an architecture row's description as the only element
 */
public record InterruptName(
        String label, Optional<String> chip, OptionalLong hwirq, Optional<String> trigger, List<String> actions) {

    // Names of the flow handlers that x86 glues to the chip (before 4.x) or to the hardware number (since).
    private static final Set<String> FLOW_HANDLERS = Set.of("edge", "level", "fasteoi", "percpu", "simple", "eoi");

    /** The number of a numbered interrupt; absent for architecture rows. */
    public OptionalLong irq() {
        return number(label);
    }

    static InterruptName parse(String label, String tail) {
        List<String> words = words(tail);
        if (number(label).isEmpty()) {
            return new InterruptName(
                    label,
                    Optional.empty(),
                    OptionalLong.empty(),
                    Optional.empty(),
                    words.isEmpty() ? List.of() : List.of(String.join(" ", words)));
        }
        return words.isEmpty() ? of(label, "", OptionalLong.empty(), "", words) : numbered(label, words);
    }

    private static InterruptName numbered(String label, List<String> words) {
        String first = words.getFirst();
        int dash = first.lastIndexOf('-');
        if (dash > 0 && FLOW_HANDLERS.contains(first.substring(dash + 1))) {
            return of(
                    label,
                    first.substring(0, dash),
                    OptionalLong.empty(),
                    first.substring(dash + 1),
                    words.subList(1, words.size()));
        }
        return anchored(label, words);
    }

    /** The hardware number, or the trigger, is the anchor: chips have several words, and so have names. */
    private static InterruptName anchored(String label, List<String> words) {
        for (int i = 1; i < words.size(); i++) {
            int dash = words.get(i).indexOf('-');
            OptionalLong hwirq = dash > 0 ? number(words.get(i).substring(0, dash)) : OptionalLong.empty();
            if (hwirq.isPresent()) {
                return of(label, chip(words, i), hwirq, words.get(i).substring(dash + 1), rest(words, i + 1));
            }
            if (words.get(i).equals("Level") || words.get(i).equals("Edge")) {
                return triggered(label, words, i);
            }
        }
        return untriggered(label, words);
    }

    private static InterruptName triggered(String label, List<String> words, int trigger) {
        OptionalLong hwirq = trigger > 1 ? number(words.get(trigger - 1)) : OptionalLong.empty();
        int chipEnd = hwirq.isPresent() ? trigger - 1 : trigger;
        return of(
                label,
                chip(words, chipEnd),
                hwirq,
                words.get(trigger).toLowerCase(Locale.ROOT),
                rest(words, trigger + 1));
    }

    private static InterruptName untriggered(String label, List<String> words) {
        for (int i = 1; i < words.size(); i++) {
            OptionalLong hwirq = number(words.get(i));
            if (hwirq.isPresent()) {
                return of(label, chip(words, i), hwirq, "", rest(words, i + 1));
            }
        }
        return of(label, words.getFirst(), OptionalLong.empty(), "", rest(words, 1));
    }

    private static InterruptName of(
            String label, String chip, OptionalLong hwirq, String trigger, List<String> actionWords) {
        return new InterruptName(label, present(chip), hwirq, present(trigger), actions(actionWords));
    }

    private static Optional<String> present(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    private static List<String> actions(List<String> words) {
        List<String> actions = new ArrayList<>();
        StringBuilder name = new StringBuilder();
        for (String word : words) {
            boolean last = word.endsWith(",");
            name.append(name.isEmpty() ? "" : " ").append(last ? word.substring(0, word.length() - 1) : word);
            if (last) {
                add(actions, name);
            }
        }
        add(actions, name);
        return List.copyOf(actions);
    }

    private static void add(List<String> actions, StringBuilder name) {
        if (!name.isEmpty()) {
            actions.add(name.toString());
            name.setLength(0);
        }
    }

    private static String chip(List<String> words, int end) {
        return String.join(" ", words.subList(0, end));
    }

    private static List<String> rest(List<String> words, int from) {
        return words.subList(from, words.size());
    }

    private static List<String> words(String tail) {
        List<String> words = new ArrayList<>();
        StringTokenizer tokens = new StringTokenizer(tail, " \t");
        while (tokens.hasMoreTokens()) {
            words.add(tokens.nextToken());
        }
        return words;
    }

    private static OptionalLong number(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        long value = Ascii.decimal(bytes, 0, bytes.length);
        return value == Ascii.NONE ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
