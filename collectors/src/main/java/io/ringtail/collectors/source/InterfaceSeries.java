package io.ringtail.collectors.source;

import io.ringtail.collectors.Reading;
import io.ringtail.collectors.counter.CounterTracker;
import io.ringtail.collectors.counter.Counters;
import io.ringtail.collectors.counter.Width;
import io.ringtail.collectors.driver.StatisticsPlan;
import io.ringtail.collectors.linux.Errno;
import io.ringtail.schemas.record.Absence;
import io.ringtail.schemas.record.BqlGauges;
import io.ringtail.schemas.record.CounterDelta;
import io.ringtail.schemas.record.DriverStatistics;
import io.ringtail.schemas.record.NapiInstance;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.QueueCounters;
import io.ringtail.schemas.record.Rings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * One interface, by its index, over time: a rename changes its name and its files, not its series. One owner at a time:
 * the thread of {@link RingsSource}, and during a read one of its workers.
 */
final class InterfaceSeries implements AutoCloseable {
    // Relative to the interface's directory; the record's name is the file's with hyphens.
    private static final List<String> FILES = List.of(
            "statistics/rx_packets",
            "statistics/tx_packets",
            "statistics/rx_bytes",
            "statistics/tx_bytes",
            "statistics/rx_dropped",
            "statistics/tx_dropped",
            "statistics/rx_errors",
            "statistics/tx_errors",
            "statistics/rx_missed_errors",
            "statistics/rx_fifo_errors",
            "statistics/rx_over_errors",
            "statistics/rx_crc_errors",
            "statistics/multicast",
            "carrier_changes");

    private final int ifindex;
    private final SysfsNet net;
    private final ProcSys roots;
    private final QueueSet queueSet = new QueueSet();
    private final DriverSeries statistics = new DriverSeries(StatisticsPlan.DEFAULT_BUDGET);
    private final CounterTracker tracker = new CounterTracker(Width.U64, FILES.size());
    private final List<KeptFile> files = new ArrayList<>();
    private final ReadBuffer scratch = new ReadBuffer(256);
    private final Map<String, BqlQueue> bql = new TreeMap<>();
    private String name = "";
    private String driver;
    private Set<String> queues = Set.of();
    private boolean queuesKnown;
    private boolean readBefore;
    private long previousMonoNs;

    InterfaceSeries(int ifindex, ProcSys roots) {
        this.ifindex = ifindex;
        this.roots = roots;
        net = new SysfsNet(roots);
    }

    /** Gives it the name that it has now; returns whether that was another one. */
    boolean name(String now) {
        if (now.equals(name)) {
            return false;
        }
        close();
        name = now;
        driver = net.driver(name).orElse(null);
        FILES.forEach(file -> files.add(new KeptFile(roots.netInterface(name).resolve(file))));
        queues = Set.of();
        return true;
    }

    /** The name that it has now. */
    String name() {
        return name;
    }

    /** TX queues with byte queue limits. */
    Collection<BqlQueue> bql() {
        return bql.values();
    }

    /** Looks at which queues there are; returns whether they are others than at the last read. */
    boolean findQueues() {
        Set<String> now = net.queues(name);
        if (now.equals(queues)) {
            return false;
        }
        queues = now;
        closeBql();
        for (String queue : queues) {
            openBql(queue);
        }
        return true;
    }

    /** One read of everything; the polls of its NAPI instances were read before. */
    Rings read(Reading reading, RingsReader reader, boolean queuesChanged, NapiSeries.Polls napi) {
        Origin origin = reading.origin();
        List<Absence> absent = new ArrayList<>();
        List<CounterDelta> counters = counters(reading.monoNs(), origin.getBootId(), absent);
        QueueCounterSet queueCounters = new QueueCounterSet();
        queueSet.read(reader, ifindex, reading.monoNs(), origin.getBootId(), absent, queueCounters);
        driver = driver == null ? reader.driver(name).orElse(null) : driver;
        DriverSeries.Target target = new DriverSeries.Target(
                name, driver == null ? "" : driver, reading.monoNs(), origin.getBootId(), absent);
        DriverStatistics told = statistics.read(reader, target, queuesChanged, queueCounters, counters);
        List<BqlGauges> gauges = bqlGauges(absent);
        napi.absence().ifPresent(absent::add);
        boolean changed = queuesChanged && queuesKnown;
        Rings rings =
                rings(reading, origin, counters, queueCounters.all(), gauges, changed, absent, told, napi.instances());
        queuesKnown = true;
        readBefore = true;
        previousMonoNs = reading.monoNs();
        return rings;
    }

    /** The last record of an interface that is gone. */
    Rings vanished(Reading reading) {
        return absent(reading, FileAbsence.VANISHED);
    }

    /** The record of a read whose calls the driver holds. */
    Rings heldUp(Reading reading) {
        return absent(reading, Errno.absence(Errno.ETIMEDOUT));
    }

    @Override
    public void close() {
        files.forEach(KeptFile::close);
        files.clear();
        closeBql();
    }

    private Rings absent(Reading reading, String reason) {
        List<Absence> absent = List.of(new Absence("interface", reason));
        return rings(reading, reading.origin(), List.of(), List.of(), List.of(), false, absent, null, List.of());
    }

    private Rings rings(
            Reading reading,
            Origin origin,
            List<CounterDelta> counters,
            List<QueueCounters> queueCounters,
            List<BqlGauges> gauges,
            boolean changed,
            List<Absence> absent,
            DriverStatistics told,
            List<NapiInstance> napi) {
        long intervalNs = readBefore ? reading.monoNs() - previousMonoNs : 0;
        return new Rings(
                origin,
                intervalNs,
                name,
                ifindex,
                driver,
                counters,
                queueCounters,
                gauges,
                changed,
                absent,
                told,
                napi);
    }

    private List<CounterDelta> counters(long monoNs, String bootId, List<Absence> absent) {
        tracker.boot(bootId);
        List<CounterDelta> counters = new ArrayList<>(FILES.size());
        for (int i = 0; i < FILES.size(); i++) {
            OptionalLong value = files.get(i).readUnsigned(scratch);
            if (value.isPresent()) {
                counters.add(Counters.observe(tracker, i, counterName(i), value.getAsLong(), monoNs));
            } else {
                tracker.missed(i);
                absent.add(new Absence(counterName(i), files.get(i).absence()));
            }
        }
        return counters;
    }

    private static String counterName(int index) {
        return Path.of(FILES.get(index)).getFileName().toString().replace('_', '-');
    }

    private List<BqlGauges> bqlGauges(List<Absence> absent) {
        if (bql.isEmpty()) {
            absent.add(new Absence("bql", FileAbsence.UNSUPPORTED));
        }
        return bql.values().stream()
                .map(BqlQueue::take)
                .flatMap(Optional::stream)
                .toList();
    }

    private void openBql(String queue) {
        Path directory = roots.netInterface(name).resolve("queues/" + queue + "/byte_queue_limits");
        OptionalLong number = queue.startsWith("tx-") ? SysfsNet.number(queue.substring(3)) : OptionalLong.empty();
        if (number.isEmpty() || !directory.toFile().isDirectory()) {
            return;
        }
        BqlQueue opened = new BqlQueue((int) number.getAsLong(), directory);
        if (opened.present()) {
            bql.put(queue, opened);
        } else {
            opened.close();
        }
    }

    private void closeBql() {
        bql.values().forEach(BqlQueue::close);
        bql.clear();
    }
}
