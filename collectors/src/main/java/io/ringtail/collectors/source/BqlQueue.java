package io.ringtail.collectors.source;

import io.ringtail.collectors.parse.ByteQueueLimits;
import io.ringtail.schemas.record.BqlGauges;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Samples of one TX queue's byte queue limits since they were last taken. Thread safe: the sampler adds, the source
 * takes.
 */
final class BqlQueue implements AutoCloseable {
    private final int queue;
    private final KeptFile inflight;
    private final KeptFile limit;
    private final KeptFile stalls;
    private final KeptFile stallMax;
    private final ReadBuffer scratch = new ReadBuffer(64);
    private boolean closed;

    private int samples;
    private long limitBytes;
    private double inflightSum;
    private long inflightMax;
    private double pressureSum;
    private double pressureMax;
    private int atLimit;

    /** @param directory the queue's byte_queue_limits */
    BqlQueue(int queue, Path directory) {
        this.queue = queue;
        inflight = new KeptFile(directory.resolve("inflight"));
        limit = new KeptFile(directory.resolve("limit"));
        stalls = new KeptFile(directory.resolve("stall_cnt"));
        stallMax = new KeptFile(directory.resolve("stall_max"));
    }

    /** Takes a sample; nothing where the files give none. */
    synchronized void sample() {
        OptionalLong inflightNow = closed ? OptionalLong.empty() : inflight.readUnsigned(scratch);
        OptionalLong limitNow = closed ? OptionalLong.empty() : limit.readUnsigned(scratch);
        if (inflightNow.isPresent() && limitNow.isPresent()) {
            add(inflightNow.getAsLong(), limitNow.getAsLong());
        }
    }

    /** What was sampled since the last call, one sample of now included; absent where there is none. */
    synchronized Optional<BqlGauges> take() {
        sample();
        Optional<BqlGauges> gauges = samples == 0 ? Optional.empty() : Optional.of(gauges());
        samples = 0;
        inflightSum = 0;
        inflightMax = 0;
        pressureSum = 0;
        pressureMax = 0;
        atLimit = 0;
        return gauges;
    }

    /** Whether the queue has limits at all. */
    synchronized boolean present() {
        return limit.readUnsigned(scratch).isPresent();
    }

    @Override
    public synchronized void close() {
        closed = true;
        inflight.close();
        limit.close();
        stalls.close();
        stallMax.close();
    }

    private void add(long inflightNow, long limitNow) {
        double pressure = ByteQueueLimits.pressure(inflightNow, limitNow);
        samples++;
        limitBytes = limitNow;
        inflightSum += inflightNow;
        inflightMax = Math.max(inflightMax, inflightNow);
        pressureSum += pressure;
        pressureMax = Math.max(pressureMax, pressure);
        atLimit += ByteQueueLimits.atLimit(inflightNow, limitNow) ? 1 : 0;
    }

    private BqlGauges gauges() {
        return new BqlGauges(
                queue,
                limitBytes,
                inflightSum / samples,
                inflightMax,
                pressureSum / samples,
                pressureMax,
                (double) atLimit / samples,
                samples,
                gauge(stalls),
                gauge(stallMax));
    }

    private Long gauge(KeptFile file) {
        OptionalLong value = file.readUnsigned(scratch);
        return value.isPresent() ? (Long) value.getAsLong() : null;
    }
}
