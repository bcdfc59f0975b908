package io.ringtail.collectors.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.ringtail.collectors.parse.XskMaps;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Reads the words of a socket's rings out of its process's memory, which holds nothing of the socket. Owned by one
 * thread at a time. Source: man 2 process_vm_readv.
 */
public final class RingMemory {
    private static final int SPAN_BYTES = 4096;
    private static final int IOVEC_BYTES = 16;

    private final int pid;
    private final XskOffsets offsets;
    private final List<XskMaps.Ring> rings;
    private final MemorySegment words = Arena.ofAuto().allocate(SPAN_BYTES, 8);
    private final MemorySegment local = Arena.ofAuto().allocate(IOVEC_BYTES, 8);
    private final MemorySegment remote = Arena.ofAuto().allocate(IOVEC_BYTES, 8);

    RingMemory(int pid, XskOffsets offsets, List<XskMaps.Ring> rings) {
        this.pid = pid;
        this.offsets = offsets;
        this.rings = List.copyOf(rings);
    }

    /**
     * Of a process whose rings are laid out as a kernel tells.
     *
     * @param mmapOffsets struct xdp_mmap_offsets, in either form
     * @throws IllegalArgumentException if it is neither
     */
    public static RingMemory of(int pid, byte[] mmapOffsets, List<XskMaps.Ring> rings) {
        return new RingMemory(
                pid,
                XskOffsets.of(mmapOffsets, mmapOffsets.length)
                        .orElseThrow(() -> new IllegalArgumentException(mmapOffsets.length + " bytes of offsets")),
                rings);
    }

    /** Reads each ring once; nothing of those that are not there any more. */
    public void sample(XskSamples into) {
        rings.forEach(ring -> sample(ring, into));
    }

    private void sample(XskMaps.Ring ring, XskSamples into) {
        long producer = offsets.producer(ring.ring());
        long consumer = offsets.consumer(ring.ring());
        long flags = offsets.hasFlags() ? offsets.flags(ring.ring()) : producer;
        long from = Math.min(producer, Math.min(consumer, flags));
        long span = Math.max(producer, Math.max(consumer, flags)) + Integer.BYTES - from;
        if (copy(ring.address() + from, span)) {
            into.ring(
                    ring.inode(),
                    ring.ring(),
                    words.get(JAVA_INT, producer - from),
                    words.get(JAVA_INT, consumer - from),
                    offsets.hasFlags() ? words.get(JAVA_INT, flags - from) : -1);
        }
    }

    /** Copies from the process's memory; false if that is not there any more. */
    private boolean copy(long address, long bytes) {
        if (bytes <= 0 || bytes > SPAN_BYTES) {
            return false;
        }
        iovec(local, words.address(), bytes);
        iovec(remote, address, bytes);
        return Libc.processVmReadv(pid, local, 1, remote, 1) == bytes;
    }

    // struct iovec { void *iov_base; size_t iov_len; };
    private static void iovec(MemorySegment into, long address, long bytes) {
        into.set(JAVA_LONG, 0, address);
        into.set(JAVA_LONG, 8, bytes);
    }
}
