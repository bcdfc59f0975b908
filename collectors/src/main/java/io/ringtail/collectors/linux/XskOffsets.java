package io.ringtail.collectors.linux;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Where the words of a socket's four rings lie in their mappings, struct xdp_mmap_offsets. Kernels before 5.4 have no
 * flags word. Pure. Source: linux/if_xdp.h.
 */
final class XskOffsets {
    static final int BYTES = 128;
    static final int EARLY_BYTES = 96;

    private static final int RINGS = XskSocketFacts.RINGS;
    private static final int PACKET_BYTES = 16;
    private static final int ADDRESS_BYTES = 8;
    private static final int PAGE = 4096;
    private static final int LARGEST = 1 << 30;

    private final ByteBuffer words;
    private final int ringBytes;

    private XskOffsets(ByteBuffer words, int ringBytes) {
        this.words = words;
        this.ringBytes = ringBytes;
    }

    /** Decodes what the kernel gave; nothing if it is neither of the two forms. */
    static Optional<XskOffsets> of(byte[] bytes, int length) {
        return (length != BYTES && length != EARLY_BYTES) || length > bytes.length
                ? Optional.empty()
                : Optional.of(new XskOffsets(ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()), length / RINGS));
    }

    long producer(int ring) {
        return words.getLong(ring * ringBytes);
    }

    long consumer(int ring) {
        return words.getLong(ring * ringBytes + 8);
    }

    long descriptors(int ring) {
        return words.getLong(ring * ringBytes + 16);
    }

    boolean hasFlags() {
        return ringBytes == BYTES / RINGS;
    }

    long flags(int ring) {
        return words.getLong(ring * ringBytes + 24);
    }

    /** The ring's size, if a mapping of so many bytes, rounded up to pages, allows one size only. */
    OptionalInt entries(int ring, long mapped) {
        long each = ring < 2 ? PACKET_BYTES : ADDRESS_BYTES;
        int entries = 1;
        while (entries < LARGEST && descriptors(ring) + 2L * entries * each <= mapped) {
            entries *= 2;
        }
        boolean only = pages(ring, entries, each) > pages(ring, entries / 2, each);
        return only && pages(ring, entries, each) * PAGE == mapped ? OptionalInt.of(entries) : OptionalInt.empty();
    }

    private long pages(int ring, int entries, long each) {
        return (descriptors(ring) + entries * each + PAGE - 1) / PAGE;
    }
}
