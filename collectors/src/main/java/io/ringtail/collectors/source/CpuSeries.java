package io.ringtail.collectors.source;

import io.ringtail.collectors.counter.CounterTracker;
import io.ringtail.collectors.counter.Verdicts;
import io.ringtail.collectors.counter.Width;
import io.ringtail.collectors.parse.CpuTimes;
import io.ringtail.collectors.parse.SoftnetStat;
import io.ringtail.schemas.record.CpuGauges;
import io.ringtail.schemas.record.Verdict;
import java.util.OptionalLong;

/** One CPU over time. Owner: the thread of {@link CpusSource}. */
final class CpuSeries {
    private static final int BUSY = 0;
    private static final int SOFTIRQ = 1;
    private static final int IRQ = 2;
    private static final int STEAL = 3;
    private static final int TIMES = 4;

    private static final int NET_RX = 0;
    private static final int NET_TX = 1;
    private static final int PROCESSED = 2;
    private static final int DROPPED = 3;
    private static final int SQUEEZED = 4;
    private static final int RPS = 5;
    private static final int FLOW_LIMIT = 6;
    private static final int EVENTS = 7;

    private final int cpu;
    private final Group times = new Group(Width.U64, TIMES);
    private final Group events = new Group(Width.U32, EVENTS);
    private CpuGauges gauges;
    private Verdict verdict;
    private long monoNs;

    CpuSeries(int cpu) {
        this.cpu = cpu;
    }

    int cpu() {
        return cpu;
    }

    /** Begins a read. */
    void begin(long atMonoNs, String bootId) {
        monoNs = atMonoNs;
        times.begin(bootId);
        events.begin(bootId);
        verdict = null;
        gauges = null;
    }

    void times(CpuTimes read) {
        CpuGauges into = gauges();
        into.setBusyNs(observe(times, BUSY, read.busyNs()));
        into.setSoftirqNs(observe(times, SOFTIRQ, read.softirqNs()));
        into.setIrqNs(observe(times, IRQ, read.irqNs()));
        into.setStealNs(observe(times, STEAL, read.stealNs()));
    }

    void netRx(long softirqs) {
        gauges().setNetRxSoftirqs(observe(events, NET_RX, softirqs));
    }

    void netTx(long softirqs) {
        gauges().setNetTxSoftirqs(observe(events, NET_TX, softirqs));
    }

    void softnet(SoftnetStat.Line line) {
        CpuGauges into = gauges();
        into.setSoftnetProcessed(observe(events, PROCESSED, line.processed()));
        into.setSoftnetDropped(observe(events, DROPPED, line.dropped()));
        into.setSoftnetTimeSqueeze(observe(events, SQUEEZED, line.timeSqueeze()));
        into.setSoftnetReceivedRps(observe(events, RPS, line.receivedRps()));
        into.setSoftnetFlowLimit(observe(events, FLOW_LIMIT, line.flowLimit()));
        into.setSoftnetBacklog(
                line.backlog().isPresent() ? (Long) line.backlog().getAsLong() : null);
    }

    /** Ends the read; null where no file spoke of this CPU. */
    CpuGauges end(boolean online) {
        times.end();
        events.end();
        if (gauges != null) {
            gauges.setOnline(online);
            gauges.setVerdict(verdict == null ? Verdict.FIRST : verdict);
        }
        return gauges;
    }

    private CpuGauges gauges() {
        if (gauges == null) {
            gauges = new CpuGauges();
            gauges.setCpu(cpu);
        }
        return gauges;
    }

    private Long observe(Group group, int index, OptionalLong value) {
        return value.isPresent() ? observe(group, index, value.getAsLong()) : null;
    }

    private Long observe(Group group, int index, long value) {
        Verdict judged = group.observe(index, value, monoNs);
        verdict = verdict == null ? judged : Verdicts.worse(verdict, judged);
        return Verdicts.hasDelta(judged) ? (Long) group.tracker.delta() : null;
    }

    /** Counters of one width, and which of them the current read had. */
    private static final class Group {
        private final CounterTracker tracker;
        private final int size;
        private int seen;

        Group(Width width, int size) {
            tracker = new CounterTracker(width, size);
            this.size = size;
        }

        void begin(String bootId) {
            tracker.boot(bootId);
            seen = 0;
        }

        Verdict observe(int index, long value, long monoNs) {
            seen |= 1 << index;
            return tracker.observe(index, value, monoNs);
        }

        void end() {
            for (int index = 0; index < size; index++) {
                if ((seen & 1 << index) == 0) {
                    tracker.missed(index);
                }
            }
        }
    }
}
