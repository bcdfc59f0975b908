package io.ringtail.standalone.simulate.model;

import io.ringtail.standalone.simulate.model.Event.Kind;
import java.util.PriorityQueue;

/** What is going to happen, in order. Owned by the thread of its model. */
final class Agenda {
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long number;

    void add(double atNs, Kind kind, EndModel end, Flight flight) {
        add(atNs, kind, end, flight, 0);
    }

    void add(double atNs, Kind kind, EndModel end, Flight flight, long generation) {
        events.add(new Event((long) atNs, number++, kind, end, flight, generation));
    }

    /** The next event that happens before a moment; null where there is none. */
    Event before(long ns) {
        return events.isEmpty() || events.peek().atNs() >= ns ? null : events.poll();
    }
}
