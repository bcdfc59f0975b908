package io.ringtail.collectors.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;

/** Bytes of the last file read, reused and grown as needed. One owner. */
final class ReadBuffer {
    private static final int LARGEST = 64 << 20;

    private ByteBuffer view;
    private int length;

    ReadBuffer(int size) {
        view = ByteBuffer.allocate(size);
    }

    byte[] bytes() {
        return view.array();
    }

    int length() {
        return length;
    }

    /** Reads from the start to the end: a sequence file gives about a page at a time, however large the buffer is. */
    void whole(FileChannel file) throws IOException {
        view.clear();
        while (file.read(view, view.position()) > 0) {
            if (!view.hasRemaining()) {
                grow();
            }
        }
        length = view.position();
    }

    /** Reads a file that the kernel prints in one go, in one call. */
    void once(FileChannel file) throws IOException {
        view.clear();
        length = Math.max(0, file.read(view, 0));
    }

    private void grow() throws IOException {
        if (view.capacity() >= LARGEST) {
            throw new IOException("larger than " + LARGEST + " bytes");
        }
        int position = view.position();
        view = ByteBuffer.wrap(Arrays.copyOf(view.array(), view.capacity() * 2)).position(position);
    }
}
