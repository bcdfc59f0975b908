package io.ringtail.collectors.publish;

/**
 * The records between their making and their acknowledgement, in order and bounded: the oldest that was not taken yet
 * goes for the newest, and is counted. Every record ends as delivered or lost. Thread safe.
 */
interface Backlog extends AutoCloseable {
    /** A record with its number, by which its fate is told. */
    record Taken(long number, Parcel parcel) {}

    /** Adds the newest; never waits for a disk or a broker. */
    void add(Parcel parcel);

    /** A record was made that cannot be encoded. */
    void unusable();

    /** Takes the oldest; null where there is none for so long. It stays accounted for until {@link #resolved}. */
    Taken take(long atMostMs) throws InterruptedException;

    /** A taken record was acknowledged, or is given up. */
    void resolved(long number, boolean delivered);

    /** What became of the records. */
    PublishCounts counts();

    /** Whether records that are not delivered at the end wait for the next run. */
    boolean isKept();

    /** Why it does not keep what it should, in words; null while it does. */
    default String trouble() {
        return null;
    }

    @Override
    void close();
}
