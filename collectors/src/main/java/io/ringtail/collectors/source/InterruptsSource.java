package io.ringtail.collectors.source;

import io.ringtail.collectors.Reading;
import io.ringtail.collectors.Source;
import io.ringtail.collectors.parse.CpuTable;
import io.ringtail.collectors.parse.InterruptName;
import io.ringtail.schemas.record.InterruptLine;
import io.ringtail.schemas.record.Interrupts;
import io.ringtail.schemas.record.Origin;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * /proc/interrupts, as sparse deltas per CPU with the interfaces and queues that each row serves. A row's series is its
 * label together with its actions: a number that another device got is a new series, wherever the row stands.
 */
public final class InterruptsSource implements Source {
    private static final long REMAP_NS = 10_000_000_000L;

    private final KeptFile file;
    private final IrqMapper mapper;
    private final CpuBudget budget;
    private final ReadBuffer buffer = new ReadBuffer(64 << 10);
    private final CpuTable table = new CpuTable();
    private final Map<Key, InterruptSeries> known = new HashMap<>();
    private final List<InterruptSeries> present = new ArrayList<>();
    private BitSet online = new BitSet();
    private List<Integer> onlineCpus = List.of();
    private boolean readBefore;
    private long previousMonoNs;
    private long mappedMonoNs;
    private long reads;

    /**
     * @param roots where procfs is
     * @param mapper finds the interfaces that interrupts serve
     */
    public InterruptsSource(ProcSys roots, IrqMapper mapper) {
        this(roots, mapper, CpuBudget.DEFAULT);
    }

    InterruptsSource(ProcSys roots, IrqMapper mapper, int cpuBudget) {
        file = new KeptFile(roots.proc().resolve("interrupts"));
        this.mapper = mapper;
        budget = new CpuBudget(cpuBudget);
    }

    @Override
    public String name() {
        return "interrupts";
    }

    @Override
    public Cadence cadence() {
        return Cadence.COUNTERS;
    }

    @Override
    public void read(Reading reading) {
        if (!file.readWhole(buffer)) {
            known.values().forEach(InterruptSeries::missed);
            throw new IllegalStateException(
                    "cannot read /proc/interrupts (" + file.absence() + "): the agent needs the host's procfs");
        }
        table.parse(buffer.bytes(), buffer.length());
        Origin origin = reading.origin();
        header();
        boolean renewed = rows(reading, origin.getBootId());
        remap(reading.monoNs(), renewed);
        emit(reading, origin);
        readBefore = true;
        previousMonoNs = reading.monoNs();
    }

    @Override
    public void close() {
        file.close();
    }

    private void header() {
        BitSet now = new BitSet();
        for (int column = 0; column < table.cpuCount(); column++) {
            now.set(table.cpu(column));
        }
        if (!now.equals(online)) {
            online.andNot(now);
            online.stream().forEach(cpu -> known.values().forEach(series -> series.missed(cpu)));
            online = now;
            onlineCpus = now.stream().boxed().toList();
        }
    }

    /** Takes the rows; returns whether the set of series changed. */
    private boolean rows(Reading reading, String bootId) {
        reads++;
        present.clear();
        int before = known.size();
        for (int i = 0; i < table.rowCount(); i++) {
            row(table.row(i), reading.monoNs(), bootId);
        }
        boolean added = known.size() > before;
        boolean ended = known.values().removeIf(series -> !series.readIn(reads));
        reading.skipped(table.skippedNoCounters()
                + table.skippedShortRows()
                + table.skippedMalformed()
                + table.rowCount()
                - present.size());
        return added || ended;
    }

    private void row(CpuTable.Row row, long monoNs, String bootId) {
        InterruptName name = row.interrupt();
        InterruptSeries series =
                known.computeIfAbsent(new Key(name.label(), name.actions()), _ -> new InterruptSeries());
        // The same row twice in one file: the first is believed.
        if (!series.readIn(reads)) {
            series.observe(table, row, monoNs, bootId, reads);
            present.add(series);
        }
    }

    private void remap(long monoNs, boolean renewed) {
        if (renewed || monoNs - mappedMonoNs >= REMAP_NS) {
            mapper.refresh();
            present.forEach(series -> series.targets(mapper));
            mappedMonoNs = monoNs;
        }
    }

    private void emit(Reading reading, Origin origin) {
        int left = budget.apply(present);
        if (left > 0) {
            reading.degraded(
                    "CPUs of " + left + " interrupts",
                    "more than " + budget.maximum() + " counts moved in one interval; their totals are kept");
            reading.skipped(left);
        }
        List<InterruptLine> lines = new ArrayList<>(present.size());
        present.forEach(series -> lines.add(series.line()));
        reading.emit(new Interrupts(
                origin,
                readBefore ? reading.monoNs() - previousMonoNs : 0,
                onlineCpus,
                lines,
                table.skippedNoCounters(),
                table.skippedShortRows()));
    }

    private record Key(String label, List<String> actions) {}
}
