package io.ringtail.collectors.probe;

import io.ringtail.collectors.linux.Errno;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** All flows of one probe, and the threads that measure over them. Thread safe; closed when those threads have ended. */
final class Sessions implements AutoCloseable {
    private final List<Conversation> conversations;
    private final List<ThreadMeter> meters = new CopyOnWriteArrayList<>();

    Sessions(List<Conversation> conversations) {
        this.conversations = List.copyOf(conversations);
    }

    int count() {
        return conversations.size();
    }

    Conversation get(int session) {
        return conversations.get(session);
    }

    /** The flow of a request of an open loop. */
    Conversation of(long index) {
        return conversations.get((int) (index % conversations.size()));
    }

    /** A meter for a thread that measures. */
    ThreadMeter meter() {
        ThreadMeter meter = new ThreadMeter();
        meters.add(meter);
        return meter;
    }

    long duplicated() {
        return sum(Conversation::duplicated);
    }

    long late() {
        return sum(Conversation::late);
    }

    long reordered() {
        return sum(Conversation::reordered);
    }

    long strange() {
        return sum(Conversation::strange);
    }

    long unsent() {
        return sum(Conversation::unsent);
    }

    /** The last errno of any, or 0. */
    int lastError() {
        return conversations.stream()
                .mapToInt(Conversation::lastError)
                .filter(error -> error != 0)
                .findFirst()
                .orElse(0);
    }

    /** When the last answer came, or 0. */
    long answeredMonoNs() {
        return conversations.stream()
                .mapToLong(Conversation::answeredMonoNs)
                .max()
                .orElse(0);
    }

    /** CPU time of the measuring threads, not older than 10 ms while there is traffic. */
    long cpuNs() {
        return meters.stream().mapToLong(ThreadMeter::cpuNs).sum();
    }

    /** Their context switches. */
    long contextSwitches() {
        return meters.stream().mapToLong(ThreadMeter::contextSwitches).sum();
    }

    /** How each flow is served; one whose connection is being made anew is left out. */
    List<Flow> flows() {
        return conversations.stream()
                .flatMap(conversation -> {
                    try {
                        return Stream.of(Flow.of(conversation.carrier().socket()));
                    } catch (Errno e) {
                        return Stream.empty();
                    }
                })
                .toList();
    }

    @Override
    public void close() {
        conversations.forEach(Conversation::close);
    }

    private long sum(ToLongFunction<Conversation> of) {
        return conversations.stream().mapToLong(of).sum();
    }
}
