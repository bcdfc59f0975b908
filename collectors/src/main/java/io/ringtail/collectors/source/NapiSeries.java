package io.ringtail.collectors.source;

import io.ringtail.collectors.Reading;
import io.ringtail.collectors.counter.CounterTracker;
import io.ringtail.collectors.counter.Verdicts;
import io.ringtail.collectors.counter.Width;
import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.NapiPollCounts;
import io.ringtail.schemas.record.Absence;
import io.ringtail.schemas.record.NapiInstance;
import io.ringtail.schemas.record.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Polls of NAPI instances over time. Owner: the thread of {@link RingsSource}. */
final class NapiSeries implements AutoCloseable {
    private static final String NAME = "napi-polls";

    private final Supplier<Optional<NapiPollReader>> opener;
    private final Map<Long, CounterTracker> trackers = new HashMap<>();
    private final Map<Integer, List<NapiInstance>> polls = new HashMap<>();
    private Optional<NapiPollReader> reader = Optional.empty();
    private Optional<Absence> absence = Optional.empty();
    private Set<Integer> counted = Set.of();
    private long previousMonoNs;

    NapiSeries(Supplier<Optional<NapiPollReader>> opener) {
        this.opener = opener;
    }

    /**
     * What is known of an interface.
     *
     * @param instances those whose polls are believed
     * @param absence why no polls are counted; empty where they are, or nobody asked for it
     */
    record Polls(List<NapiInstance> instances, Optional<Absence> absence) {}

    /** Begins to count. */
    void start() {
        try {
            reader = opener.get();
        } catch (Errno e) {
            absence = Optional.of(new Absence(NAME, Errno.absence(e.number())));
        }
    }

    /** Reads the polls of these interfaces, by their indexes. */
    void read(Reading reading, Set<Integer> interfaces) {
        polls.clear();
        List<NapiPollCounts> all =
                reader.map(open -> open.read(interfaces::contains)).orElse(List.of());
        all.forEach(counts -> take(counts, reading));
        trackers.keySet().removeIf(key -> !interfaces.contains((int) (key >> Integer.SIZE)));
        counted = Set.copyOf(interfaces);
        previousMonoNs = reading.monoNs();
    }

    /** Those of an interface, as of the last read. */
    Polls of(int ifindex) {
        return new Polls(List.copyOf(polls.getOrDefault(ifindex, List.of())), absence);
    }

    @Override
    public void close() {
        reader.ifPresent(NapiPollReader::close);
        reader = Optional.empty();
    }

    private void take(NapiPollCounts counts, Reading reading) {
        long key = (long) counts.ifindex() << Integer.SIZE | Integer.toUnsignedLong(counts.napiId());
        String bootId = reading.origin().getBootId();
        CounterTracker tracker = trackers.computeIfAbsent(key, _ -> begin(counts.ifindex(), bootId));
        tracker.boot(bootId);
        Optional<Long> packets = moved(tracker, NapiPollCounts.SIZES, counts.packets(), reading.monoNs());
        List<Long> sizes = new ArrayList<>(NapiPollCounts.SIZES);
        for (int size = 0; size < NapiPollCounts.SIZES; size++) {
            moved(tracker, size, counts.sizes().get(size), reading.monoNs()).ifPresent(sizes::add);
        }
        if (packets.isPresent() && sizes.size() == NapiPollCounts.SIZES) {
            polls.computeIfAbsent(counts.ifindex(), _ -> new ArrayList<>())
                    .add(new NapiInstance(counts.napiId(), packets.get(), sizes));
        }
    }

    /** An instance of an interface whose polls were counted already has had none until now. */
    private CounterTracker begin(int ifindex, String bootId) {
        CounterTracker tracker = new CounterTracker(Width.U64, NapiPollCounts.SIZES + 1);
        tracker.boot(bootId);
        for (int index = 0; counted.contains(ifindex) && index <= NapiPollCounts.SIZES; index++) {
            tracker.observe(index, 0, previousMonoNs);
        }
        return tracker;
    }

    /** A delta over more or less than the interval of this read is left out. */
    private static Optional<Long> moved(CounterTracker tracker, int index, long value, long monoNs) {
        Verdict verdict = tracker.observe(index, value, monoNs);
        return verdict != Verdict.GAP && Verdicts.hasDelta(verdict) ? Optional.of(tracker.delta()) : Optional.empty();
    }
}
