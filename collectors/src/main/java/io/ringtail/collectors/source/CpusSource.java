package io.ringtail.collectors.source;

import io.ringtail.collectors.Reading;
import io.ringtail.collectors.Source;
import io.ringtail.collectors.parse.CpuList;
import io.ringtail.collectors.parse.CpuTable;
import io.ringtail.collectors.parse.CpuTimes;
import io.ringtail.collectors.parse.SoftnetStat;
import io.ringtail.schemas.record.Absence;
import io.ringtail.schemas.record.CpuGauges;
import io.ringtail.schemas.record.Cpus;
import io.ringtail.schemas.record.Origin;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * CPU time, network softirqs and softnet, joined by CPU number: /proc/stat and softnet_stat list online CPUs,
 * /proc/softirqs possible ones. A file that cannot be read loses only its own values.
 */
public final class CpusSource implements Source {
    private final KeptFile stat;
    private final KeptFile softirqs;
    private final KeptFile softnet;
    private final KeptFile onlineList;
    private final ReadBuffer buffer = new ReadBuffer(32 << 10);
    private final CpuTable table = new CpuTable();
    private final Map<Integer, CpuSeries> known = new TreeMap<>();
    private boolean readBefore;
    private long previousMonoNs;

    // Of the current read.
    private List<Absence> absent = List.of();
    private Optional<BitSet> online = Optional.empty();
    private final BitSet withTimes = new BitSet();
    private int filesRead;
    private int skipped;
    private Integer extraColumns;

    /** Reads below these roots. */
    public CpusSource(ProcSys roots) {
        stat = new KeptFile(roots.proc().resolve("stat"));
        softirqs = new KeptFile(roots.proc().resolve("softirqs"));
        softnet = new KeptFile(roots.proc().resolve("net/softnet_stat"));
        onlineList = new KeptFile(roots.sys().resolve("devices/system/cpu/online"));
    }

    @Override
    public String name() {
        return "cpus";
    }

    @Override
    public Cadence cadence() {
        return Cadence.COUNTERS;
    }

    @Override
    public void read(Reading reading) {
        Origin origin = reading.origin();
        begin(reading.monoNs(), origin.getBootId());
        readTimes(reading, origin);
        readSoftirqs(reading, origin);
        readSoftnet(reading, origin);
        List<CpuGauges> gauges = end();
        if (filesRead == 0) {
            throw new IllegalStateException("cannot read /proc/stat, /proc/softirqs and /proc/net/softnet_stat ("
                    + stat.absence() + "): the agent needs the host's procfs");
        }
        emit(reading, origin, gauges);
        readBefore = true;
        previousMonoNs = reading.monoNs();
    }

    @Override
    public void close() {
        stat.close();
        softirqs.close();
        softnet.close();
        onlineList.close();
    }

    private void begin(long monoNs, String bootId) {
        absent = new ArrayList<>();
        withTimes.clear();
        filesRead = 0;
        skipped = 0;
        extraColumns = null;
        known.values().forEach(series -> series.begin(monoNs, bootId));
        boolean read = onlineList.readOnce(buffer);
        online = read ? CpuList.parse(buffer.bytes(), buffer.length()) : Optional.empty();
    }

    private void readTimes(Reading reading, Origin origin) {
        if (!readFile(stat, "cpu-times")) {
            return;
        }
        CpuTimes.Stat times = CpuTimes.parse(buffer.bytes(), buffer.length());
        skipped += times.skipped();
        for (CpuTimes cpu : times.cpus()) {
            series(cpu.cpu(), reading, origin).times(cpu);
            withTimes.set(cpu.cpu());
        }
    }

    private void readSoftirqs(Reading reading, Origin origin) {
        if (!readFile(softirqs, "softirqs")) {
            return;
        }
        table.parse(buffer.bytes(), buffer.length());
        skipped += table.skippedMalformed() + table.skippedNoCounters() + table.skippedShortRows();
        eachCpu("NET_RX", (cpu, count) -> series(cpu, reading, origin).netRx(count));
        eachCpu("NET_TX", (cpu, count) -> series(cpu, reading, origin).netTx(count));
    }

    private void eachCpu(String label, BiConsumer<Integer, Long> taker) {
        CpuTable.Row row = table.row(label);
        for (int column = 0; row != null && column < row.size(); column++) {
            taker.accept(table.cpu(column), row.count(column));
        }
    }

    private void readSoftnet(Reading reading, Origin origin) {
        if (!readFile(softnet, "softnet")) {
            return;
        }
        SoftnetStat read = SoftnetStat.parse(buffer.bytes(), buffer.length());
        skipped += read.rejected();
        extraColumns = read.extraColumns();
        int[] cpus = online.map(set -> set.stream().toArray()).orElse(new int[0]);
        boolean oneEach = read.lines().size() + read.rejected() == cpus.length;
        boolean unplaced = false;
        for (SoftnetStat.Line line : read.lines()) {
            OptionalInt cpu = line.cpu().isEmpty() && oneEach ? OptionalInt.of(cpus[line.number()]) : line.cpu();
            cpu.ifPresent(number -> series(number, reading, origin).softnet(line));
            unplaced |= cpu.isEmpty();
        }
        if (unplaced) {
            absent.add(new Absence("softnet", "the lines name no CPU, and the list of online CPUs does not fit them"));
        }
    }

    private boolean readFile(KeptFile file, String what) {
        boolean read = file.readWhole(buffer);
        if (read) {
            filesRead++;
        } else {
            absent.add(new Absence(what, file.absence()));
        }
        return read;
    }

    private CpuSeries series(int cpu, Reading reading, Origin origin) {
        return known.computeIfAbsent(cpu, number -> {
            CpuSeries series = new CpuSeries(number);
            series.begin(reading.monoNs(), origin.getBootId());
            return series;
        });
    }

    private List<CpuGauges> end() {
        List<CpuGauges> gauges = new ArrayList<>(known.size());
        for (CpuSeries series : known.values()) {
            CpuGauges read = series.end(online.orElse(withTimes).get(series.cpu()));
            if (read != null) {
                gauges.add(read);
            }
        }
        return gauges;
    }

    private void emit(Reading reading, Origin origin, List<CpuGauges> gauges) {
        absent.forEach(absence -> reading.degraded(absence.getName(), absence.getReason()));
        reading.skipped(skipped);
        long intervalNs = readBefore ? reading.monoNs() - previousMonoNs : 0;
        reading.emit(new Cpus(origin, intervalNs, gauges, extraColumns, skipped, absent));
    }
}
