package io.ringtail.processors.history;

/** Types of the history's columns, by QuestDB's names. */
public enum ColumnType {
    /** A moment: microseconds since 1970-01-01 UTC. */
    TIMESTAMP,
    /** A text with few different values. */
    SYMBOL,
    /** A text. */
    VARCHAR,
    /** A 32-bit integer. */
    INT,
    /** A 64-bit integer. */
    LONG,
    /** A 64-bit floating point number. */
    DOUBLE,
    /** A flag; it has no null. */
    BOOLEAN
}
