package io.ringtail.collectors.source;

import java.util.function.UnaryOperator;

/** What was read of one setting: its text, or why there is none. */
sealed interface Fact {
    /** The reason where kernel or driver do not have it. */
    String UNSUPPORTED = FileAbsence.UNSUPPORTED;

    /** It was read. */
    record Known(String text) implements Fact {}

    /** It could not be read, for a reason in the words of the records. */
    record Absent(String reason) implements Fact {}

    static Fact of(String text) {
        return new Known(text);
    }

    static Fact flag(boolean on) {
        return new Known(on ? "on" : "off");
    }

    static Fact unsupported() {
        return new Absent(UNSUPPORTED);
    }

    static Fact absent(String reason) {
        return new Absent(reason);
    }

    /** Another wording of a known text. */
    default Fact map(UnaryOperator<String> wording) {
        return this instanceof Known(String text) ? new Known(wording.apply(text)) : this;
    }

    /** Unsupported if the text is one that stands for nothing, such as a speed of -1. */
    default Fact unless(String nothing) {
        return equals(new Known(nothing)) ? unsupported() : this;
    }

    /** This, or another fact if this is absent. */
    default Fact or(Fact other) {
        return this instanceof Known ? this : other;
    }
}
