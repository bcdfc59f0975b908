package io.ringtail.processors.analysis;

import io.ringtail.schemas.record.CpuMark;
import io.ringtail.schemas.record.CpuTotals;
import java.util.Objects;

/**
 * CPU time per transaction over a window, from cumulative times: those at the end of the window's last batch minus those
 * at the end of the window before, over the transactions of the batches between. Absent where a batch is missing between
 * them, where a boot differs, or where a time decreased.
 *
 * @param proberBusyNs host's busy time per transaction at the prober; null where absent. Unit: ns
 * @param proberThreadNs the probe's own. Unit: ns
 * @param proberContextSwitches of the probe's own threads. Unit: context switches
 * @param responderBusyNs host's busy time per transaction at the responder. Unit: ns
 * @param responderThreadNs the reflector's own. Unit: ns
 * @param responderContextSwitches of the reflector's own threads. Unit: context switches
 */
public record ServiceDemand(
        Double proberBusyNs,
        Double proberThreadNs,
        Double proberContextSwitches,
        Double responderBusyNs,
        Double responderThreadNs,
        Double responderContextSwitches) {
    /** Where nothing is known. */
    public static final ServiceDemand UNKNOWN = new ServiceDemand(null, null, null, null, null, null);

    /** Adds a batch to a window's totals; null totals are those of a window without batches yet. */
    public static CpuTotals with(CpuTotals totals, CpuMark mark) {
        if (totals == null) {
            return new CpuTotals(mark.getBatch(), 1L, mark.getTransactions(), mark);
        }
        CpuMark last = mark.getBatch() >= totals.getLast().getBatch() ? mark : totals.getLast();
        return new CpuTotals(
                Math.min(totals.getFirstBatch(), mark.getBatch()),
                totals.getBatches() + 1,
                totals.getTransactions() + mark.getTransactions(),
                last);
    }

    /** Of a window after the window before it; either null where it has no batches. */
    public static ServiceDemand between(CpuTotals before, CpuTotals now) {
        if (before == null || now == null || now.getTransactions() <= 0 || !continues(before, now)) {
            return UNKNOWN;
        }
        CpuMark from = before.getLast();
        CpuMark to = now.getLast();
        long transactions = now.getTransactions();
        boolean responder =
                from.getResponderBoot() != null && Objects.equals(from.getResponderBoot(), to.getResponderBoot());
        return new ServiceDemand(
                per(from.getProberBusyNs(), to.getProberBusyNs(), transactions),
                per(from.getProberThreadNs(), to.getProberThreadNs(), transactions),
                per(from.getProberContextSwitches(), to.getProberContextSwitches(), transactions),
                responder ? per(from.getResponderBusyNs(), to.getResponderBusyNs(), transactions) : null,
                responder ? per(from.getResponderThreadNs(), to.getResponderThreadNs(), transactions) : null,
                responder
                        ? per(from.getResponderContextSwitches(), to.getResponderContextSwitches(), transactions)
                        : null);
    }

    private static boolean continues(CpuTotals before, CpuTotals now) {
        return before.getLast().getBatch() + 1 == now.getFirstBatch()
                && now.getLast().getBatch() - now.getFirstBatch() + 1 == now.getBatches()
                && before.getLast().getProberBoot() == now.getLast().getProberBoot();
    }

    private static Double per(Long from, Long to, long transactions) {
        return from == null || to == null || to < from ? null : (double) (to - from) / transactions;
    }
}
