package io.ringtail.collectors.source;

import io.ringtail.collectors.counter.CounterTracker;
import io.ringtail.collectors.counter.Counters;
import io.ringtail.collectors.counter.Width;
import io.ringtail.collectors.linux.XdpStatistics;
import io.ringtail.collectors.linux.XskSocketFacts;
import io.ringtail.schemas.record.Absence;
import io.ringtail.schemas.record.CounterDelta;
import io.ringtail.schemas.record.XskRing;
import io.ringtail.schemas.record.XskRingKind;
import io.ringtail.schemas.record.XskSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** One AF_XDP socket over time. Owned by whoever holds the source's lock. */
final class XskSeries implements AutoCloseable {
    private static final int COUNTERS = 6;
    private static final String BY_BPF = "the kernel tells it to a BPF iterator only: needs CAP_BPF and CAP_PERFMON";
    private static final String EARLY = "unsupported before kernel 5.9";

    private final XskRingSeries[] rings = new XskRingSeries[XskSocketFacts.RINGS];
    private final CounterTracker tracker = new CounterTracker(Width.U64, COUNTERS);
    private final Optional<XskApplication> application;
    private XskSocketFacts facts;
    private BitSet interruptCpus = new BitSet();

    XskSeries(XskSocketFacts facts, Path proc) {
        this.facts = facts;
        this.application = facts.pid() == 0 ? Optional.empty() : Optional.of(new XskApplication(proc, facts.pid()));
        boolean zeroCopy = facts.zeroCopy().orElse(false);
        int ring = 0;
        for (XskRingKind kind : XskRingKind.values()) {
            int entries = facts.entries().get(ring).orElse(0);
            rings[ring++] = new XskRingSeries(kind, entries, zeroCopy);
        }
    }

    /** Whether what it is made for is still so; otherwise it begins anew. */
    boolean continues(XskSocketFacts now) {
        return facts.pid() == now.pid()
                && facts.zeroCopy().equals(now.zeroCopy())
                && facts.entries().equals(now.entries());
    }

    /** What is known of it now, and where the interrupts of its queue go. */
    void refresh(XskSocketFacts now, BitSet queueCpus) {
        facts = now;
        interruptCpus = queueCpus;
        application.ifPresent(XskApplication::refresh);
    }

    void add(int ring, int producer, int consumer, int flags) {
        rings[ring].add(producer, consumer, flags);
    }

    /** Sees where the application is. */
    void observe() {
        application.ifPresent(each -> each.observe(interruptCpus));
    }

    /** The CPU that the application works on; -1 while it sleeps. */
    int workingCpu() {
        return application.map(XskApplication::workingCpu).orElse(-1);
    }

    XskSocketFacts facts() {
        return facts;
    }

    /** The record of everything since the last call. */
    XskSocket take(String netns, long monoNs, String bootId, Optional<String> notSampled) {
        List<Absence> absent = new ArrayList<>();
        List<Integer> cpus = application.map(XskApplication::seen).orElseGet(BitSet::new).stream()
                .boxed()
                .toList();
        Optional<Double> share = application.flatMap(XskApplication::takeShare);
        absences(absent, notSampled);
        return XskSocket.newBuilder()
                .setNetns(netns)
                .setInterface$(facts.interfaceName().orElse(null))
                .setIfindex(facts.ifindex().isPresent() ? facts.ifindex().getAsInt() : null)
                .setQueue(facts.queue().isPresent() ? facts.queue().getAsInt() : null)
                .setInode(facts.inode())
                .setPid(facts.pid() == 0 ? null : facts.pid())
                .setProcess(facts.pid() == 0 ? null : facts.process())
                .setZeroCopy(facts.zeroCopy().orElse(null))
                .setNeedWakeup(facts.needWakeup().orElse(null))
                .setRings(rings())
                .setCounters(counters(monoNs, bootId, absent))
                .setApplicationCpus(cpus)
                .setInterruptCpus(interruptCpus.stream().boxed().toList())
                .setSharesInterruptCpu(share(share, absent))
                .setAbsent(absent)
                .build();
    }

    @Override
    public void close() {
        application.ifPresent(XskApplication::close);
    }

    private List<XskRing> rings() {
        List<XskRing> all = new ArrayList<>();
        for (XskRingSeries ring : rings) {
            XskRing taken = ring.take();
            if (taken.getEntries() != null || taken.getSamples() > 0) {
                all.add(taken);
            }
        }
        return all;
    }

    private List<CounterDelta> counters(long monoNs, String bootId, List<Absence> absent) {
        List<CounterDelta> counters = new ArrayList<>();
        if (facts.statistics().isEmpty()) {
            tracker.missedAll();
            absent.add(new Absence("xsk.rx-dropped", BY_BPF));
            return counters;
        }
        XdpStatistics statistics = facts.statistics().get();
        tracker.boot(bootId);
        counters.add(Counters.observe(tracker, 0, "rx-dropped", statistics.rxDropped(), monoNs));
        counters.add(Counters.observe(tracker, 1, "rx-invalid", statistics.rxInvalid(), monoNs));
        counters.add(Counters.observe(tracker, 2, "tx-invalid", statistics.txInvalid(), monoNs));
        later(counters, absent, 3, "rx-ring-full", statistics.rxRingFull(), monoNs);
        later(counters, absent, 4, "fill-ring-empty", statistics.fillRingEmpty(), monoNs);
        later(counters, absent, 5, "tx-ring-empty", statistics.txRingEmpty(), monoNs);
        return counters;
    }

    private void later(
            List<CounterDelta> counters,
            List<Absence> absent,
            int index,
            String name,
            OptionalLong value,
            long monoNs) {
        if (value.isPresent()) {
            counters.add(Counters.observe(tracker, index, name, value.getAsLong(), monoNs));
        } else {
            absent.add(new Absence("xsk." + name, EARLY));
        }
    }

    private Double share(Optional<Double> share, List<Absence> absent) {
        if (interruptCpus.isEmpty()) {
            absent.add(new Absence("xsk.shares-irq-cpu", "no interrupt of this queue is known"));
            return null;
        }
        if (share.isEmpty()) {
            absent.add(new Absence("xsk.shares-irq-cpu", "no thread of the application could be seen"));
        }
        return share.orElse(null);
    }

    private void absences(List<Absence> absent, Optional<String> notSampled) {
        notSampled.ifPresent(reason -> absent.add(new Absence("xsk.rx-fill", reason)));
        if (facts.needWakeup().isEmpty()) {
            absent.add(new Absence("xsk.enabled-need-wakeup", BY_BPF));
        }
        if (facts.queue().isEmpty()) {
            absent.add(new Absence("interface", BY_BPF));
        }
        facts.zeroCopy()
                .ifPresentOrElse(
                        zeroCopy -> wakeups(absent, zeroCopy), () -> absent.add(new Absence("xsk.zerocopy", BY_BPF)));
        boolean unsized = facts.pid() != 0 && facts.entries().stream().anyMatch(size -> size.isEmpty());
        if (unsized && facts.needWakeup().isEmpty()) {
            absent.add(new Absence("rings", "their mappings are rounded up to pages, and no single size fits"));
        }
    }

    private static void wakeups(List<Absence> absent, boolean zeroCopy) {
        if (!zeroCopy) {
            String reason = "copy mode: the flag has a value, but no meaning";
            absent.add(new Absence("xsk.need-wakeup-tx", reason));
            absent.add(new Absence("xsk.need-wakeup-fill", reason));
        }
    }
}
