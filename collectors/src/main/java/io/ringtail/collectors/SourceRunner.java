package io.ringtail.collectors;

import io.ringtail.collectors.publish.Publisher;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.SourceState;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one source on a thread of its own: on its ticks, and soon after it asked for it. A source that throws or hangs
 * loses only itself.
 */
final class SourceRunner {
    private static final Logger LOG = LoggerFactory.getLogger(SourceRunner.class);
    private static final long LONGEST_PARK_NS = 1_000_000_000;
    private static final long HANGS_NS = 5_000_000_000L;
    private static final long IDLE = 0;

    private final Source source;
    private final Time time;
    private final long intervalNs;
    private final Origins origins;
    private final Publisher publisher;
    private final Thread thread;
    private final AtomicBoolean readSoon = new AtomicBoolean(true);
    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final AtomicLong skipped = new AtomicLong();
    private final AtomicLong stalls = new AtomicLong();
    private volatile SourceState state = SourceState.OK;
    private volatile Optional<String> reason = Optional.empty();
    private volatile long watermarkEpochNs = Long.MIN_VALUE;
    private volatile long readingSinceMonoNs = IDLE;
    private volatile boolean stopped;

    SourceRunner(Source source, Duration interval, Time time, Origins origins, Publisher publisher) {
        this.source = source;
        this.time = time;
        this.intervalNs = interval.toNanos();
        this.origins = origins;
        this.publisher = publisher;
        this.thread =
                Thread.ofPlatform().daemon().name("source-" + source.name()).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    String name() {
        return source.name();
    }

    /**
     * Time of the last completed read, whether or not it found anything: what happened while it went on may be for the
     * next. A source that ended has nothing to wait for.
     */
    Optional<Long> watermarkEpochNs() {
        if (state == SourceState.FAILED) {
            return Optional.of(time.epochNs());
        }
        return watermarkEpochNs == Long.MIN_VALUE ? Optional.empty() : Optional.of(watermarkEpochNs);
    }

    long stalls() {
        return stalls.get();
    }

    /** How it does; a read that does not end makes it unavailable. */
    Health health() {
        long since = readingSinceMonoNs;
        long hangsNs = since == IDLE ? 0 : time.monoNs() - since;
        if (hangsNs > Math.max(HANGS_NS, 5 * intervalNs)) {
            return health(
                    SourceState.UNAVAILABLE, Optional.of("a read has not ended for " + hangsNs / 1_000_000_000 + " s"));
        }
        return health(state, reason);
    }

    /** Ends it after the read that is under way; its thread closes the source. */
    void stop() {
        stopped = true;
        if (thread.getState() == Thread.State.NEW) {
            closeQuietly();
        }
        LockSupport.unpark(thread);
    }

    /** Whether it ended within this time; a read that hangs is left behind on its daemon thread. */
    boolean join(Duration atMost) {
        return Threads.join(thread, atMost);
    }

    private Health health(SourceState as, Optional<String> why) {
        return new Health(source.name(), as, why, reads.get(), failures.get(), skipped.get());
    }

    private void run() {
        try {
            source.start(this::readSoon);
            Ticks ticks = new Ticks(time, intervalNs, 0);
            while (!stopped) {
                await(ticks);
            }
        } catch (RuntimeException | Error e) {
            ended(e);
        } finally {
            closeQuietly();
        }
    }

    private void readSoon() {
        readSoon.set(true);
        LockSupport.unpark(thread);
    }

    private void await(Ticks ticks) {
        long left = ticks.leftNs();
        if (left <= 0) {
            if (ticks.taken()) {
                stalls.incrementAndGet();
            }
            readSoon.set(false);
            read();
        } else if (source.cadence() == Source.Cadence.SETTINGS && readSoon.getAndSet(false)) {
            read();
        } else {
            time.parkNs(Math.min(left, LONGEST_PARK_NS));
        }
    }

    private void read() {
        OneRead read = new OneRead(time.epochNs(), time.monoNs());
        readingSinceMonoNs = Math.max(1, read.monoNs);
        try {
            source.read(read);
            became(read.troubles.isEmpty() ? SourceState.OK : SourceState.DEGRADED, read.reason());
        } catch (RuntimeException e) {
            became(SourceState.UNAVAILABLE, Optional.of(words(e)));
            failures.incrementAndGet();
        } finally {
            // Counted last: who sees the count sees the state that this read left.
            reads.incrementAndGet();
            watermarkEpochNs = read.epochNs;
            readingSinceMonoNs = IDLE;
        }
    }

    /** Logs what is new; what stays is counted only. */
    private void became(SourceState now, Optional<String> why) {
        if (now != state || !why.equals(reason)) {
            why.ifPresentOrElse(
                    text -> LOG.warn("source {}: {}: {}", source.name(), now, text),
                    () -> LOG.info("source {}: {}", source.name(), now));
        }
        reason = why;
        state = now;
    }

    private void ended(Throwable e) {
        failures.incrementAndGet();
        LOG.error("source {} ended", source.name(), e);
        reason = Optional.of(words(e));
        state = SourceState.FAILED;
    }

    private void closeQuietly() {
        try {
            source.close();
        } catch (RuntimeException e) {
            LOG.warn("source {} did not close: {}", source.name(), words(e));
        }
    }

    private static String words(Throwable e) {
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    /** One read; used on the source's thread. */
    private final class OneRead implements Reading {
        private final long epochNs;
        private final long monoNs;
        private final Map<String, String> troubles = new LinkedHashMap<>();

        private OneRead(long epochNs, long monoNs) {
            this.epochNs = epochNs;
            this.monoNs = monoNs;
        }

        @Override
        public long epochNs() {
            return epochNs;
        }

        @Override
        public long monoNs() {
            return monoNs;
        }

        @Override
        public Origin origin() {
            return origins.at(epochNs, monoNs);
        }

        @Override
        public void emit(SpecificRecord record) {
            publisher.publish(record);
        }

        @Override
        public void degraded(String what, String why) {
            troubles.put(what, why);
        }

        @Override
        public void skipped(long count) {
            skipped.addAndGet(count);
        }

        private Optional<String> reason() {
            return troubles.isEmpty()
                    ? Optional.empty()
                    : Optional.of(troubles.entrySet().stream()
                            .map(trouble -> trouble.getKey() + ": " + trouble.getValue())
                            .collect(Collectors.joining("; ")));
        }
    }
}
