package io.ringtail.processors.history;

import java.util.List;

/** Texts as the history keeps them: an empty one is absent. */
final class Texts {
    private Texts() {}

    /** The text, or null where it is empty. */
    static String orNull(String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    /** All texts separated by blanks, or null where there are none. */
    static String joined(List<String> texts) {
        return orNull(String.join(" ", texts));
    }
}
