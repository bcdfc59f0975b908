package io.ringtail.collectors.source;

import java.util.BitSet;
import java.util.StringJoiner;

/** The kernel's CPU masks ({@code 00000000,0000000f}) as CPU lists ({@code 0-3}). Pure. */
final class CpuMask {
    /** The empty list. */
    static final String NONE = "none";

    private static final int HEX_BITS = 4;

    private CpuMask() {}

    /** The list of a hexadecimal mask; a text that is no mask stays as it is. */
    static String list(String mask) {
        String digits = mask.replace(",", "");
        return digits.matches("[0-9a-fA-F]+") ? list(bits(digits)) : mask;
    }

    /** A list as the kernel prints it, an empty one as {@link #NONE}. */
    static String list(BitSet cpus) {
        StringJoiner ranges = new StringJoiner(",");
        ranges.setEmptyValue(NONE);
        for (int from = cpus.nextSetBit(0); from >= 0; ) {
            int to = cpus.nextClearBit(from) - 1;
            ranges.add(from == to ? Integer.toString(from) : from + "-" + to);
            from = cpus.nextSetBit(to + 1);
        }
        return ranges.toString();
    }

    /** A list that the kernel printed, with its two ways to print an empty one. */
    static String named(String list) {
        return list.isEmpty() || list.equals("(null)") ? NONE : list;
    }

    private static BitSet bits(String digits) {
        BitSet bits = new BitSet();
        for (int i = 0; i < digits.length(); i++) {
            int value = Character.digit(digits.charAt(digits.length() - 1 - i), 16);
            for (int bit = 0; bit < HEX_BITS; bit++) {
                bits.set(i * HEX_BITS + bit, (value >> bit & 1) != 0);
            }
        }
        return bits;
    }
}
