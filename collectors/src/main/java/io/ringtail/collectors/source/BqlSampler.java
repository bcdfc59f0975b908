package io.ringtail.collectors.source;

import java.util.Collection;
import java.util.List;

/** Samples the byte queue limits of all queues, on the thread {@code ringtail-bql}. Sleeps while no queue has limits. */
final class BqlSampler implements AutoCloseable {
    private final Sampler sampler = new Sampler("ringtail-bql", () -> {}, this::sample);
    private volatile List<BqlQueue> queues = List.of();

    void start() {
        sampler.start();
    }

    /** The queues to sample from now on. */
    void queues(Collection<BqlQueue> now) {
        queues = List.copyOf(now);
        sampler.active(!now.isEmpty());
    }

    @Override
    public void close() {
        sampler.close();
    }

    private void sample() {
        queues.forEach(BqlQueue::sample);
    }
}
