package io.ringtail.collectors.parse;

import java.util.OptionalLong;

/** The single value of a sysfs file. */
public final class SysfsValue {
    private SysfsValue() {}

    /**
     * An unsigned 64-bit decimal; absent for anything else. Values from 2^63 on keep their bits and so look negative:
     * compare them with {@link Long#compareUnsigned}.
     */
    public static OptionalLong unsigned(byte[] bytes, int length) {
        int from = Ascii.skipBlanks(bytes, 0, length);
        int to = Ascii.trimEnd(bytes, from, length);
        long small = Ascii.decimal(bytes, from, to);
        return small == Ascii.NONE ? large(bytes, from, to) : OptionalLong.of(small);
    }

    /** The text without the blanks around it. */
    public static String text(byte[] bytes, int length) {
        int from = Ascii.skipBlanks(bytes, 0, length);
        return Ascii.text(bytes, from, Ascii.trimEnd(bytes, from, length));
    }

    private static OptionalLong large(byte[] bytes, int from, int to) {
        int digits = to - from;
        if (digits < 19 || digits > 20) {
            return OptionalLong.empty();
        }
        long head = Ascii.decimal(bytes, from, to - 2);
        long tail = Ascii.decimal(bytes, to - 2, to);
        // 18446744073709551615 is the largest: its head, and then its last two digits.
        long largestHead = 184_467_440_737_095_516L;
        boolean fits = head >= 0 && tail >= 0 && (head < largestHead || (head == largestHead && tail <= 15));
        return fits ? OptionalLong.of(head * 100 + tail) : OptionalLong.empty();
    }
}
