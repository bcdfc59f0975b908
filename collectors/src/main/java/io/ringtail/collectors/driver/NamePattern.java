package io.ringtail.collectors.driver;

import java.util.Optional;

/**
 * A name with a number in it, {@code <q>}, and perhaps a rest, {@code <name>}: {@code rx<q>_<name>}. Immutable; any text
 * matches or does not.
 */
final class NamePattern {
    static final String NUMBER = "<q>";
    static final String REST = "<name>";

    private static final int MOST_DIGITS = 6;

    private final String[] parts;

    NamePattern(String text) {
        parts = text.split("(?=<q>)|(?<=<q>)|(?=<name>)|(?<=<name>)");
    }

    /** The number and the rest of a name; the rest is empty where the pattern has none. */
    record Match(int number, String rest) {}

    /** Whether a line of a names file is a pattern. */
    static boolean is(String text) {
        return text.contains(NUMBER);
    }

    Optional<Match> match(String name) {
        int at = 0;
        int number = 0;
        String rest = "";
        for (int i = 0; i < parts.length; i++) {
            switch (parts[i]) {
                case NUMBER -> {
                    int end = digits(name, at);
                    if (end == at) {
                        return Optional.empty();
                    }
                    number = Integer.parseInt(name, at, end, 10);
                    at = end;
                }
                case REST -> {
                    int end = i + 1 == parts.length ? name.length() : name.indexOf(parts[i + 1], at);
                    if (end <= at) {
                        return Optional.empty();
                    }
                    rest = name.substring(at, end);
                    at = end;
                }
                default -> {
                    if (!name.startsWith(parts[i], at)) {
                        return Optional.empty();
                    }
                    at += parts[i].length();
                }
            }
        }
        return at == name.length() ? Optional.of(new Match(number, rest)) : Optional.empty();
    }

    private static int digits(String name, int from) {
        int at = from;
        while (at < name.length() && at - from < MOST_DIGITS && name.charAt(at) >= '0' && name.charAt(at) <= '9') {
            at++;
        }
        return at;
    }
}
