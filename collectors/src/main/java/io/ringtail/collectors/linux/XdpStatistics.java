package io.ringtail.collectors.linux;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A socket's counters, struct xdp_statistics. Kernels before 5.9 have the first three only. Unit: packets or
 * descriptors; unsigned 64 bits. Source: linux/if_xdp.h.
 *
 * @param rxDropped received but not delivered for another reason than a full ring
 * @param rxInvalid descriptors of the fill ring that were invalid
 * @param txInvalid descriptors of the TX ring that were invalid
 * @param rxRingFull not delivered because the RX ring was full
 * @param fillRingEmpty times that the fill ring had no buffer
 * @param txRingEmpty times that the TX ring had no packet
 */
public record XdpStatistics(
        long rxDropped,
        long rxInvalid,
        long txInvalid,
        OptionalLong rxRingFull,
        OptionalLong fillRingEmpty,
        OptionalLong txRingEmpty) {
    static final int EARLY_BYTES = 24;
    static final int BYTES = 48;

    /** Decodes as many fields as the kernel gave bytes; nothing if these are too few for any. */
    static Optional<XdpStatistics> of(byte[] bytes, int length) {
        int given = Math.min(bytes.length, length);
        if (given < EARLY_BYTES) {
            return Optional.empty();
        }
        ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        return Optional.of(new XdpStatistics(
                words.getLong(0),
                words.getLong(8),
                words.getLong(16),
                word(words, 24, given),
                word(words, 32, given),
                word(words, 40, given)));
    }

    private static OptionalLong word(ByteBuffer words, int at, int given) {
        return at + Long.BYTES <= given ? OptionalLong.of(words.getLong(at)) : OptionalLong.empty();
    }
}
