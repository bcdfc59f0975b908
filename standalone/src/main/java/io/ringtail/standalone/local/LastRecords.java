package io.ringtail.standalone.local;

import io.ringtail.collectors.publish.ClockOffset;
import io.ringtail.collectors.publish.PublishCounts;
import io.ringtail.collectors.publish.Publisher;
import io.ringtail.processors.analysis.SparseHistogram;
import io.ringtail.schemas.record.Cpus;
import io.ringtail.schemas.record.Interrupts;
import io.ringtail.schemas.record.Rings;
import io.ringtail.schemas.record.RoundTrips;
import java.time.Duration;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/** Keeps an agent's last records of each kind instead of publishing them. Thread safe. */
final class LastRecords implements Publisher {
    private final TreeMap<String, Rings> rings = new TreeMap<>();
    private Interrupts interrupts;
    private Cpus cpus;
    private SparseHistogram roundTrips = SparseHistogram.of();
    private long lost;
    private long taken;
    private int cpuReads;
    private int ringReads;

    /** Waits until there are rates to show, from second reads; false where none came in time. */
    synchronized boolean awaitRates(Duration within) throws InterruptedException {
        long deadlineMonoNs = System.nanoTime() + within.toNanos();
        while (cpuReads < 2 || ringReads < 2 * rings.size() || rings.isEmpty()) {
            long leftMs = Duration.ofNanos(deadlineMonoNs - System.nanoTime()).toMillis();
            if (leftMs <= 0) {
                return false;
            }
            wait(leftMs);
        }
        return true;
    }

    @Override
    public synchronized void publish(SpecificRecord record) {
        taken++;
        notifyAll();
        switch (record) {
            case Rings read when read.getCounters().isEmpty() -> rings.remove(read.getInterface$());
            case Rings read -> {
                ringReads++;
                rings.put(read.getInterface$(), read);
            }
            case Interrupts read -> interrupts = read;
            case Cpus read -> {
                cpuReads++;
                cpus = read;
            }
            case RoundTrips batch -> {
                batch.getRttsNs().forEach(roundTrips::add);
                lost += batch.getLostOffsetsNs().size();
            }
            default -> {
                // Heartbeats and settings are not shown.
            }
        }
    }

    /** What there is now; round trips since the last call. */
    synchronized View take() {
        View view = new View(
                new TreeMap<>(rings), Optional.ofNullable(interrupts), Optional.ofNullable(cpus), roundTrips, lost);
        roundTrips = SparseHistogram.of();
        lost = 0;
        return view;
    }

    /** A moment of the host. */
    record View(
            TreeMap<String, Rings> rings,
            Optional<Interrupts> interrupts,
            Optional<Cpus> cpus,
            SparseHistogram roundTrips,
            long lost) {}

    @Override
    public synchronized PublishCounts counts() {
        return new PublishCounts(taken, taken, 0);
    }

    @Override
    public Optional<ClockOffset> clock() {
        return Optional.empty();
    }

    @Override
    public Optional<String> trouble() {
        return Optional.empty();
    }

    @Override
    public boolean flush(Duration atMost) {
        return true;
    }

    @Override
    public void close() {
        // Nothing is held.
    }
}
