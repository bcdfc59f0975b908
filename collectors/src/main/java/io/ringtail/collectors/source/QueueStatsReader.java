package io.ringtail.collectors.source;

import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.QueueStats;
import java.util.List;

/** Tells the counters of an interface's queues: {@code Netdev::queueStats}. Used on one source's thread only. */
@FunctionalInterface
public interface QueueStatsReader {
    /** Knows none: for kernels before 6.9. */
    QueueStatsReader NONE = _ -> {
        throw new Errno("QSTATS_GET", Errno.EOPNOTSUPP);
    };

    /**
     * The counters of its queues.
     *
     * @throws Errno if the kernel or the driver does not tell
     */
    List<QueueStats> queueStats(int ifindex);
}
