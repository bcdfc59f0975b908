package io.ringtail.collectors.source;

import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.Ethtool;
import io.ringtail.collectors.linux.EthtoolStatistics;
import io.ringtail.collectors.linux.Netdev;
import io.ringtail.collectors.linux.QueueStats;
import java.util.List;
import java.util.Optional;

/** The kernel's netdev family and drivers' statistics. Bound to the network namespace of the thread that opens it. */
public final class KernelRings implements RingsReader {
    private final Ethtool ethtool = Ethtool.open();
    private final Netdev netdev = Netdev.open();
    private final EthtoolStatistics statistics = EthtoolStatistics.open();

    private KernelRings() {}

    /** Opens it in the calling thread's network namespace. */
    public static KernelRings open() {
        return new KernelRings();
    }

    @Override
    public List<QueueStats> queueStats(int ifindex) {
        return netdev.queueStats(ifindex);
    }

    @Override
    public Optional<String> driver(String name) {
        try {
            return Optional.of(ethtool.driver(name).name()).filter(driver -> !driver.isEmpty());
        } catch (Errno _) {
            return Optional.empty();
        }
    }

    @Override
    public int statisticsCount(String name) {
        return statistics.count(name);
    }

    @Override
    public List<String> statisticsNames(String name) {
        return statistics.names(name);
    }

    @Override
    public long[] statistics(String name, int expected) {
        return statistics.values(name, expected);
    }

    @Override
    public void close() {
        ethtool.close();
        netdev.close();
        statistics.close();
    }
}
