package io.ringtail.collectors.parse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * A table of counters per CPU as /proc/interrupts and /proc/softirqs print it: a header of CPU numbers, then rows of a
 * label, a colon, one unsigned 32-bit count per CPU of the header, and what else the row says. The column is not the
 * CPU number: the header tells it. One owner; the rows are reused by the next {@link #parse}, so that a steady file is
 * parsed without garbage.
 *
 * <p>Source: kernel, kernel/irq/proc.c show_interrupts (online CPUs) and fs/proc/softirqs.c (possible CPUs).
 */
public final class CpuTable {
    /** The largest CPU number that is believed; the kernel's own limit is 8,191. */
    public static final int MAX_CPU = 65_535;

    private static final Set<String> SINGLE_TOTALS = Set.of("ERR", "MIS", "Err", "BAD");
    private static final int MAX_CPU_DIGITS = 5;

    private final List<Row> pool = new ArrayList<>();
    private int[] cpus = new int[16];
    private int cpuCount;
    private int rowCount;
    private int noCounters;
    private int shortRows;
    private int malformed;

    /** Parses a whole file, replacing what was parsed before. */
    public void parse(byte[] bytes, int length) {
        clear();
        int end = Ascii.lineEnd(bytes, 0, length);
        boolean understood = header(bytes, 0, end);
        for (int at = end + 1; at < length; at = end + 1) {
            end = Ascii.lineEnd(bytes, at, length);
            line(bytes, at, end, understood);
        }
    }

    /** CPUs of the header. */
    public int cpuCount() {
        return cpuCount;
    }

    /** CPU number of a column. */
    public int cpu(int column) {
        return cpus[column];
    }

    /** Rows that were understood. */
    public int rowCount() {
        return rowCount;
    }

    /** A row, in the file's order; valid until the next parse. */
    public Row row(int index) {
        return pool.get(index);
    }

    /** The first row with this label, or null. */
    public Row row(String label) {
        for (int i = 0; i < rowCount; i++) {
            if (pool.get(i).label.equals(label)) {
                return pool.get(i);
            }
        }
        return null;
    }

    /** Rows without any counter ({@code FIQ: usb_fiq}), skipped. */
    public int skippedNoCounters() {
        return noCounters;
    }

    /** Rows with fewer counters than CPUs, skipped. */
    public int skippedShortRows() {
        return shortRows;
    }

    /** Lines without a label, or the whole file where the header is not one, skipped. */
    public int skippedMalformed() {
        return malformed;
    }

    private void clear() {
        cpuCount = 0;
        rowCount = 0;
        noCounters = 0;
        shortRows = 0;
        malformed = 0;
    }

    private boolean header(byte[] bytes, int from, int to) {
        for (int at = Ascii.skipBlanks(bytes, from, to); at < to; at = Ascii.skipBlanks(bytes, at, to)) {
            int end = Ascii.tokenEnd(bytes, at, to);
            if (!headerCpu(bytes, at, end)) {
                cpuCount = 0;
                break;
            }
            at = end;
        }
        if (cpuCount == 0 && to > from) {
            malformed++;
        }
        return cpuCount > 0;
    }

    private boolean headerCpu(byte[] bytes, int from, int to) {
        boolean named = to - from > 3
                && to - from <= 3 + MAX_CPU_DIGITS
                && bytes[from] == 'C'
                && bytes[from + 1] == 'P'
                && bytes[from + 2] == 'U';
        long cpu = named ? Ascii.decimal(bytes, from + 3, to) : Ascii.NONE;
        if (cpu < 0 || cpu > MAX_CPU) {
            return false;
        }
        if (cpuCount == cpus.length) {
            cpus = Arrays.copyOf(cpus, cpuCount * 2);
        }
        cpus[cpuCount++] = (int) cpu;
        return true;
    }

    private void line(byte[] bytes, int from, int to, boolean headerUnderstood) {
        int label = Ascii.skipBlanks(bytes, from, to);
        if (label == to) {
            return;
        }
        // The first colon: names further right contain some, and IPI rows have no blank after it.
        int colon = Ascii.find(bytes, label, to, ':');
        if (!headerUnderstood || colon == to || colon == label) {
            malformed++;
            return;
        }
        row(bytes, label, colon, to);
    }

    private void row(byte[] bytes, int label, int colon, int to) {
        Row row = pooled();
        row.name(bytes, label, Ascii.trimEnd(bytes, label, colon));
        int at = row.counts(bytes, colon + 1, to, cpuCount);
        int tail = Ascii.skipBlanks(bytes, at, to);
        int tailEnd = Ascii.trimEnd(bytes, tail, to);
        row.single = row.size == 1 && tail == tailEnd && SINGLE_TOTALS.contains(row.label);
        if (row.single || row.size == cpuCount) {
            row.tail(bytes, tail, tailEnd);
            rowCount++;
        } else if (row.size == 0) {
            noCounters++;
        } else {
            shortRows++;
        }
    }

    private Row pooled() {
        if (rowCount == pool.size()) {
            pool.add(new Row());
        }
        return pool.get(rowCount);
    }

    /** One row; its owner is the table. */
    public static final class Row {
        private static final byte[] NOTHING = {};

        private byte[] labelBytes = NOTHING;
        private byte[] tailBytes = NOTHING;
        private String label = "";
        private InterruptName interrupt;
        private long[] counts = new long[0];
        private int size;
        private boolean single;

        private Row() {}

        /** Left of the first colon. */
        public String label() {
            return label;
        }

        /** What the row's label and tail say, as a row of /proc/interrupts. The same object while the row says the same. */
        public InterruptName interrupt() {
            if (interrupt == null) {
                interrupt = InterruptName.parse(label, Ascii.text(tailBytes, 0, tailBytes.length));
            }
            return interrupt;
        }

        /** Whether the row has one total only, of no CPU ({@code ERR}, {@code MIS}); its only count then. */
        public boolean single() {
            return single;
        }

        /** Counters of this row: as many as the header has CPUs, or 1. */
        public int size() {
            return size;
        }

        /** The count of a column. */
        public long count(int column) {
            return counts[column];
        }

        /** Sum of the counts. */
        public long total() {
            long sum = 0;
            for (int i = 0; i < size; i++) {
                sum += counts[i];
            }
            return sum;
        }

        private void name(byte[] bytes, int from, int to) {
            if (!Ascii.same(bytes, from, to, labelBytes)) {
                labelBytes = Arrays.copyOfRange(bytes, from, to);
                label = Ascii.text(bytes, from, to);
                interrupt = null;
            }
        }

        private void tail(byte[] bytes, int from, int to) {
            if (!Ascii.same(bytes, from, to, tailBytes)) {
                tailBytes = Arrays.copyOfRange(bytes, from, to);
                interrupt = null;
            }
        }

        /** Takes counters up to a maximum; returns the index after the last. */
        private int counts(byte[] bytes, int from, int to, int maximum) {
            if (counts.length < maximum) {
                counts = new long[maximum];
            }
            size = 0;
            int after = from;
            while (size < maximum) {
                int token = Ascii.skipBlanks(bytes, after, to);
                int end = Ascii.tokenEnd(bytes, token, to);
                long count = Ascii.decimal(bytes, token, end);
                if (count == Ascii.NONE) {
                    break;
                }
                counts[size++] = count;
                after = end;
            }
            return after;
        }
    }
}
