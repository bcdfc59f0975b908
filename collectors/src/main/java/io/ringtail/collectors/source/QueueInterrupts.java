package io.ringtail.collectors.source;

import io.ringtail.collectors.parse.CpuList;
import io.ringtail.collectors.parse.CpuTable;
import io.ringtail.collectors.parse.InterruptName;
import io.ringtail.schemas.record.Direction;
import io.ringtail.schemas.record.IrqTarget;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** CPUs that the interrupts of a queue go to. Owned by one source's thread. */
final class QueueInterrupts implements AutoCloseable {
    private static final long REMAP_NS = 10_000_000_000L;

    private final ProcSys roots;
    private final IrqMapper mapper;
    private final KeptFile file;
    private final ReadBuffer buffer = new ReadBuffer(64 << 10);
    private final ReadBuffer scratch = new ReadBuffer(1024);
    private final CpuTable table = new CpuTable();
    private final Map<Queue, BitSet> cpus = new HashMap<>();
    private boolean mapped;
    private long mappedMonoNs;

    QueueInterrupts(ProcSys roots, IrqMapper mapper) {
        this.roots = roots;
        this.mapper = mapper;
        this.file = new KeptFile(roots.proc().resolve("interrupts"));
    }

    /** Looks anew at which interrupts there are and where they go, if that was some time ago. */
    void refresh(long monoNs) {
        if (!mapped || monoNs - mappedMonoNs >= REMAP_NS) {
            mapped = true;
            mappedMonoNs = monoNs;
            map();
        }
    }

    /** CPUs of a queue's RX interrupts, as of the last refresh; none where no interrupt is known. */
    BitSet cpus(String interfaceName, int queue) {
        BitSet own = cpus.get(new Queue(interfaceName, queue));
        return own == null ? cpus.getOrDefault(new Queue(interfaceName, Queue.ANY), new BitSet()) : own;
    }

    @Override
    public void close() {
        file.close();
    }

    private void map() {
        cpus.clear();
        if (!file.readWhole(buffer)) {
            return;
        }
        mapper.refresh();
        table.parse(buffer.bytes(), buffer.length());
        for (int i = 0; i < table.rowCount(); i++) {
            InterruptName interrupt = table.row(i).interrupt();
            mapper.targets(interrupt).forEach(target -> add(interrupt, target));
        }
    }

    private void add(InterruptName interrupt, IrqTarget target) {
        if (target.getDirection() == Direction.RX || target.getDirection() == Direction.COMBINED) {
            int queue = target.getQueue() == null ? Queue.ANY : target.getQueue();
            cpus.computeIfAbsent(new Queue(target.getInterface$(), queue), _ -> new BitSet())
                    .or(effective(interrupt.label()));
        }
    }

    private BitSet effective(String label) {
        try (KeptFile list =
                new KeptFile(roots.proc().resolve("irq").resolve(label).resolve("effective_affinity_list"))) {
            return list.readOnce(scratch)
                    ? CpuList.parse(scratch.bytes(), scratch.length()).orElseGet(BitSet::new)
                    : new BitSet();
        }
    }

    private record Queue(String interfaceName, int queue) {
        /** The only interrupt of a device does the work of all of its queues. */
        private static final int ANY = -1;
    }
}
