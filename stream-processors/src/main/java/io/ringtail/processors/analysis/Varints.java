package io.ringtail.processors.analysis;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Variable-length integers: seven bits a byte, the lowest first, the top bit set where more follow. */
public final class Varints {
    private static final int MORE = 0x80;
    private static final int BITS = 7;

    private Varints() {}

    /** Appends an unsigned value; negative ones take ten bytes. */
    public static void put(ByteArrayOutputStream out, long value) {
        long rest = value;
        while ((rest & -MORE) != 0) {
            out.write((int) (rest & (MORE - 1)) | MORE);
            rest >>>= BITS;
        }
        out.write((int) rest);
    }

    /** Appends a value of either sign, small ones short. */
    public static void putSigned(ByteArrayOutputStream out, long value) {
        put(out, (value << 1) ^ (value >> (Long.SIZE - 1)));
    }

    /** Reads what {@link #put} wrote. */
    public static long get(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += BITS) {
            byte next = in.get();
            value |= (long) (next & (MORE - 1)) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("a variable-length integer of more than ten bytes");
    }

    /** Reads what {@link #putSigned} wrote. */
    public static long getSigned(ByteBuffer in) {
        long value = get(in);
        return (value >>> 1) ^ -(value & 1);
    }
}
