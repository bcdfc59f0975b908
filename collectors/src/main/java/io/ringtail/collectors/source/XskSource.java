package io.ringtail.collectors.source;

import io.ringtail.collectors.Reading;
import io.ringtail.collectors.Source;
import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.XskSocketFacts;
import io.ringtail.schemas.record.Absence;
import io.ringtail.schemas.record.Xsk;
import io.ringtail.schemas.record.XskSocket;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The AF_XDP sockets of all processes of this host, and what their rings do between the reads: sampled 100 times a
 * second, by the first of three ways that can be opened (BPF iterator, descriptors, netlink), never from the CPU that an
 * application works on. The settings of sockets are told as objects {@code xsk:INTERFACE}.
 */
public final class XskSource implements Source {
    private static final int SAMPLES_PER_OBSERVATION = 10;
    private static final String NO_CPU = "every CPU that the agent may use is one of the application's";

    private final ProcSys roots;
    private final List<XskReaders.Way> ways;
    private final QueueInterrupts interrupts;
    private final NetnsNames namespaces = new NetnsNames();
    private final XskSettings settings = new XskSettings();
    private final Sampler sampler;
    private final ReentrantLock lock = new ReentrantLock();
    // What follows is used by whoever holds the lock.
    private final Map<Long, XskSeries> known = new HashMap<>();
    private final Set<Integer> pids = new HashSet<>();
    private XskReaders.Open way;
    private boolean elsewhere = true;
    private int sinceObservation;
    // What follows is the source's own.
    private XskPlacement placement;
    private XskPlacement samplersPlacement;
    private boolean told;
    private long previousMonoNs;
    private boolean readBefore;

    /**
     * @param roots where procfs and sysfs are
     * @param mapper finds the queues that interrupts serve; this source's own
     */
    public XskSource(ProcSys roots, IrqMapper mapper) {
        this(roots, mapper, XskReaders.ways());
    }

    XskSource(ProcSys roots, IrqMapper mapper, List<XskReaders.Way> ways) {
        this.roots = roots;
        this.ways = ways;
        this.interrupts = new QueueInterrupts(roots, mapper);
        this.sampler = new Sampler("ringtail-xsk", this::placeSampler, this::sample);
    }

    @Override
    public String name() {
        return "xsk";
    }

    @Override
    public Cadence cadence() {
        return Cadence.COUNTERS;
    }

    @Override
    public void start(Runnable readSoon) {
        placement = XskPlacement.ofThisThread();
        sampler.start();
    }

    @Override
    public void read(Reading reading) {
        lock.lock();
        try {
            open();
            way.better().ifPresent(why -> reading.degraded(degradedTo(), why));
            look(reading);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        sampler.close();
        interrupts.close();
        lock.lock();
        try {
            known.values().forEach(XskSeries::close);
            known.clear();
            closeWay();
        } finally {
            lock.unlock();
        }
    }

    /** Takes one sample of everything; also what the sampler's thread does. */
    void sample() {
        lock.lock();
        try {
            if (way == null) {
                return;
            }
            elsewhere = samplersPlacement == null || samplersPlacement.avoid(workingCpus());
            if (elsewhere) {
                pids.forEach(pid -> way.reader().sample(pid, this::add));
            }
            if (sinceObservation-- <= 0) {
                sinceObservation = SAMPLES_PER_OBSERVATION - 1;
                known.values().forEach(XskSeries::observe);
            }
        } finally {
            lock.unlock();
        }
    }

    private void placeSampler() {
        XskPlacement own = XskPlacement.ofThisThread();
        lock.lock();
        try {
            samplersPlacement = own;
        } finally {
            lock.unlock();
        }
    }

    private void add(long inode, int ring, int producer, int consumer, int flags) {
        XskSeries series = known.get(inode);
        if (series != null) {
            series.add(ring, producer, consumer, flags);
        }
    }

    private BitSet workingCpus() {
        BitSet cpus = new BitSet();
        known.values().stream()
                .mapToInt(XskSeries::workingCpu)
                .filter(cpu -> cpu >= 0)
                .forEach(cpus::set);
        return cpus;
    }

    private void open() {
        if (way == null) {
            way = XskReaders.open(ways);
        }
    }

    private String degradedTo() {
        return switch (way.foundBy()) {
            case BPF_ITERATOR -> "AF_XDP sockets";
            case DESCRIPTOR -> "AF_XDP sockets by descriptors only";
            case NETLINK -> "AF_XDP sockets by netlink only";
        };
    }

    private void closeWay() {
        if (way != null) {
            way.reader().close();
            way = null;
        }
    }

    private void look(Reading reading) {
        if (placement != null) {
            placement.avoid(workingCpus());
        }
        List<XskSocketFacts> sockets = sockets();
        if (!sockets.isEmpty()) {
            namespaces.refresh();
            interrupts.refresh(reading.monoNs());
        }
        List<XskSocket> records = records(reading, sockets);
        settings.read(records, reading);
        emit(reading, records);
        sampler.active(!pids.isEmpty());
    }

    /** A way that fails is opened anew, or the next one is, at the next read. */
    private List<XskSocketFacts> sockets() {
        try {
            return way.reader().sockets();
        } catch (Errno e) {
            closeWay();
            throw e;
        }
    }

    private List<XskSocket> records(Reading reading, List<XskSocketFacts> sockets) {
        Set<Long> present = new HashSet<>();
        pids.clear();
        List<XskSocket> records = new ArrayList<>();
        for (XskSocketFacts facts : sockets) {
            long key = key(facts);
            present.add(key);
            XskSeries series = series(key, facts);
            records.add(record(series, reading));
            if (facts.pid() != 0) {
                pids.add(facts.pid());
            }
        }
        forget(present);
        records.sort(Comparator.comparing((XskSocket socket) -> String.valueOf(socket.getInterface$()))
                .thenComparing(socket -> socket.getQueue() == null ? -1 : socket.getQueue())
                .thenComparing(XskSocket::getInode));
        return records;
    }

    /** By the inode; what netlink tells has none. */
    private static long key(XskSocketFacts facts) {
        return facts.inode() != 0
                ? facts.inode()
                : -((long) facts.ifindex().orElse(0) << 32 | facts.queue().orElse(0)) - 1;
    }

    private XskSeries series(long key, XskSocketFacts facts) {
        XskSeries series = known.get(key);
        if (series != null && series.continues(facts)) {
            series.refresh(facts, queueCpus(facts));
            return series;
        }
        if (series != null) {
            series.close();
        }
        XskSeries begun = new XskSeries(facts, roots.proc());
        known.put(key, begun);
        begun.refresh(facts, queueCpus(facts));
        // Before the first sample: it must not be taken where the application is.
        begun.observe();
        return begun;
    }

    /** Interrupts are mapped by sysfs, which shows the agent's own namespace. */
    private BitSet queueCpus(XskSocketFacts facts) {
        return facts.interfaceName().isPresent() && facts.queue().isPresent() && namespaces.isOwn(facts.netnsInode())
                ? interrupts.cpus(facts.interfaceName().get(), facts.queue().getAsInt())
                : new BitSet();
    }

    private XskSocket record(XskSeries series, Reading reading) {
        XskSocketFacts facts = series.facts();
        String netns = namespaces.isOwn(facts.netnsInode())
                ? reading.origin().getNetns()
                : namespaces.name(facts.netnsInode().orElseThrow());
        Optional<String> notSampled = elsewhere ? Optional.empty() : Optional.of(NO_CPU);
        return series.take(netns, reading.monoNs(), reading.origin().getBootId(), notSampled);
    }

    private void forget(Set<Long> present) {
        known.entrySet().removeIf(entry -> {
            boolean gone = !present.contains(entry.getKey());
            if (gone) {
                entry.getValue().close();
            }
            return gone;
        });
    }

    private void emit(Reading reading, List<XskSocket> records) {
        if (!records.isEmpty() || told) {
            List<Absence> absent =
                    way.better().map(why -> List.of(new Absence("xsk", why))).orElse(List.of());
            long intervalNs = readBefore ? reading.monoNs() - previousMonoNs : 0;
            reading.emit(new Xsk(reading.origin(), intervalNs, way.foundBy(), records, absent));
        }
        told = !records.isEmpty();
        readBefore = true;
        previousMonoNs = reading.monoNs();
    }
}
