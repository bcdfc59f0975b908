package io.ringtail.collectors.publish;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * One file of a spool: records by number, one behind the other. Guarded by its owner's lock. Files are used without a
 * channel, since an interrupt would close that.
 */
final class SpoolSegment implements AutoCloseable {
    static final String SUFFIX = ".records";

    private final Path path;
    private final long first;
    private final RandomAccessFile file;
    private final byte[] header = new byte[SpoolEntry.HEADER];
    private long count;
    private long bytes;

    private SpoolSegment(Path path, long first) throws IOException {
        this.path = path;
        this.first = first;
        this.file = new RandomAccessFile(path.toFile(), "rw");
    }

    /** A new one, whose first record has this number. */
    static SpoolSegment create(Path directory, long first) throws IOException {
        SpoolSegment segment =
                new SpoolSegment(directory.resolve(String.format(Locale.ROOT, "%019d%s", first, SUFFIX)), first);
        segment.file.setLength(0);
        return segment;
    }

    /** One that an earlier run left; what is torn at its end is cut off. */
    static SpoolSegment open(Path path) throws IOException {
        String name = path.getFileName().toString();
        SpoolSegment segment =
                new SpoolSegment(path, Long.parseLong(name.substring(0, name.length() - SUFFIX.length())));
        for (byte[] payload = segment.payload(0); payload != null; payload = segment.payload(segment.bytes)) {
            segment.count++;
            segment.bytes += SpoolEntry.HEADER + payload.length;
        }
        segment.file.setLength(segment.bytes);
        return segment;
    }

    long first() {
        return first;
    }

    /** Number behind its last record. */
    long end() {
        return first + count;
    }

    long bytes() {
        return bytes;
    }

    void append(byte[] entry) throws IOException {
        try {
            file.seek(bytes);
            file.write(entry);
        } catch (IOException e) {
            file.setLength(bytes);
            throw e;
        }
        bytes += entry.length;
        count++;
    }

    /** What stands at an offset; null where no whole entry does. */
    byte[] payload(long offset) throws IOException {
        long left = file.length() - offset - SpoolEntry.HEADER;
        if (left < 0) {
            return null;
        }
        file.seek(offset);
        file.readFully(header);
        int length = number(0);
        if (!SpoolEntry.isPlausible(length) || length > left) {
            return null;
        }
        byte[] payload = new byte[length];
        file.readFully(payload);
        return SpoolEntry.isWhole(payload, number(4)) ? payload : null;
    }

    void delete() throws IOException {
        file.close();
        Files.deleteIfExists(path);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private int number(int at) {
        return ((header[at] & 0xff) << 24)
                | ((header[at + 1] & 0xff) << 16)
                | ((header[at + 2] & 0xff) << 8)
                | (header[at + 3] & 0xff);
    }
}
