package io.ringtail.collectors.source;

import io.ringtail.collectors.counter.CounterTracker;
import io.ringtail.collectors.counter.Verdicts;
import io.ringtail.collectors.counter.Width;
import io.ringtail.collectors.parse.CpuTable;
import io.ringtail.collectors.parse.InterruptName;
import io.ringtail.schemas.record.InterruptLine;
import io.ringtail.schemas.record.IrqTarget;
import io.ringtail.schemas.record.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One row of /proc/interrupts over time. Owner: the thread of {@link InterruptsSource}. */
final class InterruptSeries {
    private final CounterTracker tracker = new CounterTracker(Width.U32, 0);
    private InterruptName name;
    private List<IrqTarget> targets = List.of();
    private long readNumber;
    private long total;
    private long deltaTotal;
    private boolean hasDelta;
    private Verdict verdict = Verdict.FIRST;
    private int[] cpus = new int[4];
    private long[] deltas = new long[4];
    private int moved;

    /** Takes the row of a read. */
    void observe(CpuTable table, CpuTable.Row row, long monoNs, String bootId, long read) {
        tracker.boot(bootId);
        name = row.interrupt();
        readNumber = read;
        total = row.total();
        deltaTotal = 0;
        hasDelta = false;
        verdict = null;
        moved = 0;
        for (int column = 0; column < row.size(); column++) {
            int cpu = row.single() ? 0 : table.cpu(column);
            count(cpu, row.count(column), monoNs, row.single());
        }
        verdict = verdict == null ? Verdict.FIRST : verdict;
    }

    boolean readIn(long read) {
        return readNumber == read;
    }

    void missed() {
        tracker.missedAll();
    }

    void missed(int cpu) {
        tracker.missed(cpu);
    }

    void targets(IrqMapper mapper) {
        targets = mapper.targets(name);
    }

    /** Whether it serves an interface. */
    boolean serves() {
        return !targets.isEmpty();
    }

    /** CPUs whose count moved. */
    int moved() {
        return moved;
    }

    void dropCpus() {
        moved = 0;
    }

    InterruptLine line() {
        List<Integer> movedCpus = new ArrayList<>(moved);
        List<Long> movedDeltas = new ArrayList<>(moved);
        for (int i = 0; i < moved; i++) {
            movedCpus.add(cpus[i]);
            movedDeltas.add(deltas[i]);
        }
        return new InterruptLine(
                name.label(),
                name.chip().orElse(null),
                name.hwirq().isPresent() ? (Long) name.hwirq().getAsLong() : null,
                name.trigger().orElse(null),
                name.actions(),
                targets,
                verdict,
                total,
                hasDelta ? (Long) deltaTotal : null,
                movedCpus,
                movedDeltas);
    }

    private void count(int cpu, long value, long monoNs, boolean single) {
        Verdict judged = tracker.observe(cpu, value, monoNs);
        // A CPU that came online is new, the row is not.
        if (judged != Verdict.FIRST) {
            verdict = verdict == null ? judged : Verdicts.worse(verdict, judged);
        }
        if (Verdicts.hasDelta(judged)) {
            hasDelta = true;
            deltaTotal += tracker.delta();
            if (tracker.delta() != 0 && !single) {
                move(cpu, tracker.delta());
            }
        }
    }

    private void move(int cpu, long delta) {
        if (moved == cpus.length) {
            cpus = Arrays.copyOf(cpus, moved * 2);
            deltas = Arrays.copyOf(deltas, moved * 2);
        }
        cpus[moved] = cpu;
        deltas[moved++] = delta;
    }
}
