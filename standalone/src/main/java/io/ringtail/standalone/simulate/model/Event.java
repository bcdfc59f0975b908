package io.ringtail.standalone.simulate.model;

/**
 * Something that happens.
 *
 * @param atNs when. Unit: ns since the start
 * @param number breaks ties, so that a seed gives one order
 * @param kind what
 * @param end where; null for both ends
 * @param flight to which packet; null where to none
 * @param generation of an interrupt: one that was overtaken does not happen
 */
record Event(long atNs, long number, Kind kind, EndModel end, Flight flight, long generation)
        implements Comparable<Event> {
    /** What happens. */
    enum Kind {
        SEND,
        ARRIVE,
        INTERRUPT,
        DELIVER,
        TICK
    }

    @Override
    public int compareTo(Event other) {
        int byTime = Long.compare(atNs, other.atNs);
        return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
}
