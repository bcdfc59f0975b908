package io.ringtail.collectors.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * /proc/net/softnet_stat: a line of hexadecimal 32-bit columns per online CPU. The width of a line decides what its
 * columns are, not the kernel's version: distributions port them back. Source: kernel, net/core/net-procfs.c.
 *
 * @param lines lines that were understood
 * @param rejected lines with fewer than 9 columns or with something that is not hexadecimal
 */
public record SoftnetStat(List<Line> lines, int rejected) {
    private static final int MIN_COLUMNS = 9;
    private static final int KNOWN_COLUMNS = 15;
    private static final int CPU_COLUMN = 12;
    private static final int WITH_CPU = 13;

    /** Parses a whole file. */
    public static SoftnetStat parse(byte[] bytes, int length) {
        List<Line> lines = new ArrayList<>();
        int number = 0;
        int end;
        for (int at = 0; at < length; at = end + 1) {
            end = Ascii.lineEnd(bytes, at, length);
            if (Ascii.skipBlanks(bytes, at, end) < end) {
                line(bytes, at, end, number++, lines);
            }
        }
        return new SoftnetStat(lines, number - lines.size());
    }

    /** The most columns beyond the known ones of any line. */
    public int extraColumns() {
        return lines.stream().mapToInt(Line::extraColumns).max().orElse(0);
    }

    private static void line(byte[] bytes, int from, int to, int number, List<Line> lines) {
        long[] values = new long[KNOWN_COLUMNS];
        int columns = 0;
        for (int at = Ascii.skipBlanks(bytes, from, to); at < to; at = Ascii.skipBlanks(bytes, at, to)) {
            int end = Ascii.tokenEnd(bytes, at, to);
            long value = Ascii.hex(bytes, at, end);
            if (value == Ascii.NONE) {
                return;
            }
            if (columns < KNOWN_COLUMNS) {
                values[columns] = value;
            }
            columns++;
            at = end;
        }
        if (columns >= MIN_COLUMNS) {
            lines.add(new Line(number, columns, values));
        }
    }

    /** One CPU's line. */
    public static final class Line {
        private final int number;
        private final int columns;
        private final long[] values;

        private Line(int number, int columns, long[] values) {
            this.number = number;
            this.columns = columns;
            this.values = values;
        }

        /** Which line of the file it is, from 0, rejected ones counted: the n-th online CPU's, where it names none. */
        public int number() {
            return number;
        }

        /** Packets processed. */
        public long processed() {
            return values[0];
        }

        /** Packets dropped as the backlog was full. */
        public long dropped() {
            return values[1];
        }

        /** Times that net_rx_action ran out of budget or time with work left. */
        public long timeSqueeze() {
            return values[2];
        }

        /** Collisions on a device's transmit lock; always 0 since 4.x. */
        public long cpuCollision() {
            return values[8];
        }

        /** Inter-processor wake-ups for RPS. */
        public OptionalLong receivedRps() {
            return column(9, 10);
        }

        /** Packets dropped by the flow limit. */
        public OptionalLong flowLimit() {
            return column(10, 11);
        }

        /** Length of the backlog queues now. Unit: packets. */
        public OptionalLong backlog() {
            return column(11, WITH_CPU);
        }

        /** The CPU that the line names. */
        public OptionalInt cpu() {
            boolean believed = columns >= WITH_CPU && values[CPU_COLUMN] <= CpuTable.MAX_CPU;
            return believed ? OptionalInt.of((int) values[CPU_COLUMN]) : OptionalInt.empty();
        }

        /** Length of the input queue now. Unit: packets. */
        public OptionalLong inputQueue() {
            return column(13, 15);
        }

        /** Length of the process queue now. Unit: packets. */
        public OptionalLong processQueue() {
            return column(14, 15);
        }

        /** Columns beyond the known ones. */
        public int extraColumns() {
            return Math.max(0, columns - KNOWN_COLUMNS);
        }

        private OptionalLong column(int index, int width) {
            return columns >= width ? OptionalLong.of(values[index]) : OptionalLong.empty();
        }
    }
}
