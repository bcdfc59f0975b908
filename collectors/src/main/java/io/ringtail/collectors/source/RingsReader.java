package io.ringtail.collectors.source;

import java.util.List;
import java.util.Optional;

/**
 * What the counters of interfaces are read with beside sysfs. Each thread that reads has one of its own; a call can be
 * held for seconds by a driver.
 */
public interface RingsReader extends QueueStatsReader, AutoCloseable {
    /** Knows the queue counters that another tells, and no statistics of drivers. */
    static RingsReader of(QueueStatsReader queues) {
        return queues::queueStats;
    }

    /** The driver of an interface that has no device to tell it; absent where the kernel does not. */
    default Optional<String> driver(String name) {
        return Optional.empty();
    }

    /** How many statistics its driver has now. */
    default int statisticsCount(String name) {
        return 0;
    }

    /** Their names. */
    default List<String> statisticsNames(String name) {
        return List.of();
    }

    /** Their values; fails with EAGAIN if there are others than expected. Valid until the next call. */
    default long[] statistics(String name, int expected) {
        return new long[0];
    }

    @Override
    default void close() {}
}
