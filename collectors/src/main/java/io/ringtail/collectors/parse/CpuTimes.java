package io.ringtail.collectors.parse;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A CPU's line of /proc/stat. Guest time is inside user and nice, so it is not added again. Source: kernel,
 * fs/proc/stat.c, Documentation/filesystems/proc.rst.
 *
 * @param cpu CPU number
 * @param busyNs time that the CPU ran something: user, nice, system, irq, softirq; not idle, iowait or steal. Unit: ns
 * @param irqNs time in hard interrupts. Unit: ns
 * @param softirqNs time in softirqs. Unit: ns
 * @param stealNs time stolen by the hypervisor. Unit: ns
 */
public record CpuTimes(int cpu, long busyNs, long irqNs, long softirqNs, long stealNs) {
    /** One tick of /proc/stat: USER_HZ is 100 wherever Java runs, whatever the kernel's HZ. Unit: ns. */
    public static final long TICK_NS = 10_000_000;

    private static final byte[] PREFIX = "cpu".getBytes(StandardCharsets.US_ASCII);
    private static final int USER = 0;
    private static final int NICE = 1;
    private static final int SYSTEM = 2;
    private static final int IRQ = 5;
    private static final int SOFTIRQ = 6;
    private static final int STEAL = 7;
    private static final int COLUMNS = 8;

    /**
     * What a /proc/stat tells of its CPUs.
     *
     * @param cpus one an online CPU
     * @param skipped lines of CPUs that could not be understood
     */
    public record Stat(List<CpuTimes> cpus, int skipped) {}

    /** Parses a whole /proc/stat; only its {@code cpuN} lines are looked at. */
    public static Stat parse(byte[] bytes, int length) {
        List<CpuTimes> cpus = new ArrayList<>();
        int skipped = 0;
        long[] ticks = new long[COLUMNS];
        int end;
        for (int at = 0; at < length && cpuLine(bytes, at, length); at = end + 1) {
            end = Ascii.lineEnd(bytes, at, length);
            int number = at + PREFIX.length;
            int numberEnd = Ascii.tokenEnd(bytes, number, end);
            if (numberEnd > number && !line(bytes, number, numberEnd, end, ticks, cpus)) {
                skipped++;
            }
        }
        return new Stat(cpus, skipped);
    }

    // The CPUs' lines come first: the long line of interrupts behind them is never scanned.
    private static boolean cpuLine(byte[] bytes, int from, int to) {
        return to - from > PREFIX.length && Ascii.same(bytes, from, from + PREFIX.length, PREFIX);
    }

    private static boolean line(byte[] bytes, int number, int numberEnd, int end, long[] ticks, List<CpuTimes> into) {
        long cpu = Ascii.decimal(bytes, number, numberEnd);
        if (cpu < 0 || cpu > CpuTable.MAX_CPU || !columns(bytes, numberEnd, end, ticks)) {
            return false;
        }
        long busy = ticks[USER] + ticks[NICE] + ticks[SYSTEM] + ticks[IRQ] + ticks[SOFTIRQ];
        into.add(new CpuTimes(
                (int) cpu, busy * TICK_NS, ticks[IRQ] * TICK_NS, ticks[SOFTIRQ] * TICK_NS, ticks[STEAL] * TICK_NS));
        return true;
    }

    private static boolean columns(byte[] bytes, int from, int to, long[] ticks) {
        int at = from;
        for (int column = 0; column < COLUMNS; column++) {
            int token = Ascii.skipBlanks(bytes, at, to);
            at = Ascii.tokenEnd(bytes, token, to);
            ticks[column] = Ascii.decimal(bytes, token, at);
            if (ticks[column] == Ascii.NONE) {
                return false;
            }
        }
        return true;
    }
}
