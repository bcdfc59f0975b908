package io.ringtail.collectors.parse;

import java.util.BitSet;
import java.util.Optional;

/** CPU lists as the kernel prints them: {@code 0-3,8,10-11}. */
public final class CpuList {
    private CpuList() {}

    /** The CPUs of a list; empty where it is not one. An empty line is the empty list. */
    public static Optional<BitSet> parse(byte[] bytes, int length) {
        BitSet cpus = new BitSet();
        int end = Ascii.trimEnd(bytes, 0, length);
        int partEnd;
        for (int at = Ascii.skipBlanks(bytes, 0, end); at < end; at = partEnd + 1) {
            partEnd = Ascii.find(bytes, at, end, ',');
            if (!part(bytes, at, partEnd, cpus)) {
                return Optional.empty();
            }
        }
        return Optional.of(cpus);
    }

    private static boolean part(byte[] bytes, int from, int to, BitSet cpus) {
        int dash = Ascii.find(bytes, from, to, '-');
        long first = Ascii.decimal(bytes, from, dash);
        long last = dash == to ? first : Ascii.decimal(bytes, dash + 1, to);
        if (first < 0 || last < first || last > CpuTable.MAX_CPU) {
            return false;
        }
        cpus.set((int) first, (int) last + 1);
        return true;
    }
}
