package io.ringtail.collectors.parse;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Scanning of ASCII bytes without allocation. Ranges are half open: [from, to). */
final class Ascii {
    /** What is not a number. */
    static final long NONE = -1;

    private static final int MAX_DECIMAL_DIGITS = 18;
    private static final int MAX_HEX_DIGITS = 8;

    private Ascii() {}

    /** Index of the next byte of this value, or {@code to}. */
    static int find(byte[] bytes, int from, int to, char wanted) {
        int at = from;
        while (at < to && bytes[at] != wanted) {
            at++;
        }
        return at;
    }

    /** Index of the next line feed, or {@code to}. */
    static int lineEnd(byte[] bytes, int from, int to) {
        return find(bytes, from, to, '\n');
    }

    /** Index of the first byte that is not blank, or {@code to}. */
    static int skipBlanks(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && blank(bytes[at])) {
            at++;
        }
        return at;
    }

    /** Index of the first blank, or {@code to}. */
    static int tokenEnd(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && !blank(bytes[at])) {
            at++;
        }
        return at;
    }

    /** The end of the range without the blanks before it. */
    static int trimEnd(byte[] bytes, int from, int to) {
        int end = to;
        while (end > from && blank(bytes[end - 1])) {
            end--;
        }
        return end;
    }

    /** The value of 1 to 18 decimal digits, or {@link #NONE} for anything else. */
    static long decimal(byte[] bytes, int from, int to) {
        if (from >= to || to - from > MAX_DECIMAL_DIGITS) {
            return NONE;
        }
        long value = 0;
        for (int at = from; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                return NONE;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    /** The value of 1 to 8 hexadecimal digits, or {@link #NONE} for anything else. */
    static long hex(byte[] bytes, int from, int to) {
        if (from >= to || to - from > MAX_HEX_DIGITS) {
            return NONE;
        }
        long value = 0;
        for (int at = from; at < to; at++) {
            int digit = Character.digit(bytes[at], 16);
            if (digit < 0) {
                return NONE;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    /** Whether the range has these very bytes. */
    static boolean same(byte[] bytes, int from, int to, byte[] other) {
        return Arrays.equals(bytes, from, to, other, 0, other.length);
    }

    static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    private static boolean blank(byte b) {
        return b >= 0 && b <= ' ';
    }
}
