package io.ringtail.collectors.source;

import io.ringtail.collectors.Reading;
import io.ringtail.collectors.Source;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Counters of the interfaces and their queues, and byte queue limits: one record an interface. Interfaces come and go;
 * one that vanishes loses only itself and is told once more, as vanished. Byte queue limits are sampled between the
 * reads on a helper thread once {@link #start} was called. Below {@code /sys/class/net} are the interfaces of the
 * network namespace that sysfs was mounted in.
 */
public final class RingsSource implements Source {
    private final ProcSys roots;
    private final SysfsNet net;
    private final QueueStatsReader queueStats;
    private final BqlSampler sampler = new BqlSampler();
    private final ReadBuffer scratch = new ReadBuffer(256);
    private final Map<Integer, InterfaceSeries> known = new HashMap<>();

    /**
     * @param roots where sysfs is
     * @param queueStats tells queue counters; {@link QueueStatsReader#NONE} where nothing does
     */
    public RingsSource(ProcSys roots, QueueStatsReader queueStats) {
        this.roots = roots;
        this.queueStats = queueStats;
        net = new SysfsNet(roots);
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
        sampler.start();
    }

    @Override
    public void read(Reading reading) {
        List<String> names = net.interfaces()
                .orElseThrow(() -> new IllegalStateException(
                        "cannot list " + roots.netClass() + ": the agent needs the host's sysfs"));
        Set<Integer> present = new HashSet<>();
        boolean othersToSample = false;
        for (String name : names) {
            othersToSample |= read(name, reading, present);
        }
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
        known.values().forEach(InterfaceSeries::close);
        known.clear();
    }

    /** Reads an interface; returns whether its queues are others than before. */
    private boolean read(String name, Reading reading, Set<Integer> present) {
        OptionalLong ifindex = ifindex(name, reading);
        if (ifindex.isEmpty() || !present.add((int) ifindex.getAsLong())) {
            return false;
        }
        InterfaceSeries series = known.computeIfAbsent(
                (int) ifindex.getAsLong(), index -> new InterfaceSeries(index, roots, queueStats));
        boolean renamed = series.name(name);
        boolean queuesChanged = series.findQueues();
        reading.emit(series.read(reading, scratch, queuesChanged && !renamed));
        return renamed || queuesChanged;
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
            reading.emit(series.vanished(reading));
            series.close();
        }
        return !gone.isEmpty();
    }
}
