package io.ringtail.collectors.source;

import io.ringtail.collectors.Reading;
import io.ringtail.collectors.Source;
import io.ringtail.collectors.source.HeldCalls.Call;
import io.ringtail.collectors.source.HeldCalls.Outcome;
import io.ringtail.schemas.record.Rings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Counters of the interfaces and their queues, drivers' statistics, and byte queue limits: one record an interface.
 * Interfaces come and go; one that vanishes loses only itself and is told once more, as vanished. One whose driver holds
 * a call is told as {@code timeout} after {@code deadline} and disturbs no other; no second call is made to it until the
 * first is back, and then its series begin anew. Byte queue limits are sampled between the reads on a helper thread once
 * {@link #start} was called. Below {@code /sys/class/net} are the interfaces of the network namespace that sysfs was
 * mounted in.
 */
public final class RingsSource implements Source {
    private final ProcSys roots;
    private final SysfsNet net;
    private final HeldCalls<RingsReader> calls;
    private final BqlSampler sampler = new BqlSampler();
    private final NapiSeries polls;
    private final ReadBuffer scratch = new ReadBuffer(256);
    private final Map<Integer, InterfaceSeries> known = new HashMap<>();
    private final Set<Integer> heldUp = new HashSet<>();

    /** As below, with queue counters alone and the usual deadline. */
    public RingsSource(ProcSys roots, QueueStatsReader queueStats) {
        this(roots, () -> RingsReader.of(queueStats));
    }

    /** As below, with the usual deadline; polls of NAPI instances are not counted. */
    public RingsSource(ProcSys roots, Supplier<RingsReader> readers) {
        this(roots, readers, HeldCalls.DEADLINE);
    }

    /** As above, with polls of NAPI instances. */
    public static RingsSource countingPolls(ProcSys roots, Supplier<RingsReader> readers) {
        return new RingsSource(roots, readers, HeldCalls.DEADLINE, () -> Optional.of(NapiPollReader.open(roots)));
    }

    /** As below, without polls. */
    RingsSource(ProcSys roots, Supplier<RingsReader> readers, Duration deadline) {
        this(roots, readers, deadline, Optional::empty);
    }

    /**
     * Starts nothing yet.
     *
     * @param roots where sysfs is
     * @param readers opens what interfaces are read with, on the thread that reads
     * @param deadline how long the read of one interface may take
     * @param polls opens what counts the polls of NAPI instances, on the source's thread; empty where none are counted
     */
    RingsSource(
            ProcSys roots, Supplier<RingsReader> readers, Duration deadline, Supplier<Optional<NapiPollReader>> polls) {
        this.roots = roots;
        this.polls = new NapiSeries(polls);
        net = new SysfsNet(roots);
        calls = new HeldCalls<>("ringtail-rings", readers, RingsReader::close, deadline);
    }

    @Override
    public String name() {
        return "rings";
    }

    @Override
    public Cadence cadence() {
        return Cadence.COUNTERS;
    }

    @Override
    public void start(Runnable readSoon) {
        polls.start();
        sampler.start();
    }

    @Override
    public void read(Reading reading) {
        List<String> names = net.interfaces()
                .orElseThrow(() -> new IllegalStateException(
                        "cannot list " + roots.netClass() + ": the agent needs the host's sysfs"));
        polls.read(reading, known.keySet());
        Set<Integer> present = new HashSet<>();
        List<Call<RingsReader, Rings>> reads = new ArrayList<>(names.size());
        boolean othersToSample = false;
        for (String name : names) {
            othersToSample |= prepare(name, reading, present, reads);
        }
        calls.round(reads, (Outcome<Rings> outcome) -> take(outcome, reading));
        othersToSample |= vanish(present, reading);
        if (othersToSample) {
            sampler.queues(known.values().stream()
                    .flatMap(series -> series.bql().stream())
                    .toList());
        }
    }

    @Override
    public void close() {
        sampler.close();
        polls.close();
        calls.close();
        known.forEach((ifindex, series) -> closeUnlessHeld(ifindex, series));
        known.clear();
    }

    /** How many threads read interfaces. */
    int readers() {
        return calls.threads();
    }

    /** Adds the read of an interface; returns whether its queues are others than before. */
    private boolean prepare(String name, Reading reading, Set<Integer> present, List<Call<RingsReader, Rings>> reads) {
        OptionalLong told = ifindex(name, reading);
        if (told.isEmpty() || !present.add((int) told.getAsLong())) {
            return false;
        }
        int ifindex = (int) told.getAsLong();
        if (calls.isHeld(ifindex)) {
            reads.add(new Call<>(ifindex, _ -> null));
            return false;
        }
        boolean anew = heldUp.remove(ifindex);
        if (anew) {
            known.remove(ifindex).close();
        }
        InterfaceSeries series = known.computeIfAbsent(ifindex, index -> new InterfaceSeries(index, roots));
        boolean renamed = series.name(name);
        boolean queuesChanged = series.findQueues();
        NapiSeries.Polls napi = polls.of(ifindex);
        reads.add(new Call<>(ifindex, reader -> series.read(reading, reader, queuesChanged && !renamed, napi)));
        return anew || renamed || queuesChanged;
    }

    private void take(Outcome<Rings> outcome, Reading reading) {
        InterfaceSeries series = known.get(outcome.ifindex());
        if (outcome.failure() != null) {
            reading.degraded(
                    "interface " + series.name(),
                    String.valueOf(outcome.failure().getMessage()));
        } else if (outcome.timedOut()) {
            heldUp.add(outcome.ifindex());
            reading.degraded("interface " + series.name(), "timeout: its driver holds the read");
            reading.emit(series.heldUp(reading));
        } else {
            reading.emit(outcome.result());
        }
    }

    // By path each time: a kept descriptor would follow its interface through a rename.
    private OptionalLong ifindex(String name, Reading reading) {
        try (KeptFile file = new KeptFile(roots.netInterface(name).resolve("ifindex"))) {
            OptionalLong ifindex = file.readUnsigned(scratch);
            if (ifindex.isEmpty()) {
                reading.degraded("interface " + name, file.absence());
            }
            return ifindex;
        }
    }

    private boolean vanish(Set<Integer> present, Reading reading) {
        Set<Integer> gone = new HashSet<>(known.keySet());
        gone.removeAll(present);
        for (int ifindex : gone) {
            InterfaceSeries series = known.remove(ifindex);
            heldUp.remove(ifindex);
            reading.emit(series.vanished(reading));
            closeUnlessHeld(ifindex, series);
        }
        return !gone.isEmpty();
    }

    /** Files that a held call uses are left to it. */
    private void closeUnlessHeld(int ifindex, InterfaceSeries series) {
        if (!calls.isHeld(ifindex)) {
            series.close();
        }
    }
}
