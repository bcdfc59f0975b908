package io.ringtail.collectors.publish;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What a spool remembers beside its records, in a mapped page, so that the end of the process cannot tear it; it also
 * keeps a second agent out. Guarded by its owner's lock.
 *
 * <pre>
 *  at size
 *   0    8  magic "RtSpool1"
 *   8    8  the spool's id, random
 *  16    8  head: every record before this number is delivered or lost
 *  24    8  how many of them were lost
 * </pre>
 */
final class SpoolState implements AutoCloseable {
    private static final String FILE = "state";
    private static final long MAGIC = 0x5274_5370_6f6f_6c31L;
    private static final int ID = 8;
    private static final int HEAD = 16;
    private static final int LOST = 24;
    private static final int BYTES = 32;

    private final FileChannel channel;
    private final FileLock lock;
    private final MappedByteBuffer page;

    private SpoolState(FileChannel channel, FileLock lock) throws IOException {
        this.channel = channel;
        this.lock = lock;
        this.page = channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES);
        if (page.getLong(0) != MAGIC) {
            page.putLong(ID, ThreadLocalRandom.current().nextLong());
            page.putLong(HEAD, 0);
            page.putLong(LOST, 0);
            page.putLong(0, MAGIC);
        }
    }

    /**
     * Of a directory, which nobody else uses.
     *
     * @throws SpoolUnavailable if another agent does
     */
    static SpoolState open(Path directory) throws IOException {
        FileChannel channel = FileChannel.open(
                directory.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileLock lock = tryLock(channel);
        if (lock == null) {
            channel.close();
            throw new SpoolUnavailable(
                    "the spool " + directory + " is in use by another agent: give each its own directory", null);
        }
        return new SpoolState(channel, lock);
    }

    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    long id() {
        return page.getLong(ID);
    }

    long head() {
        return page.getLong(HEAD);
    }

    long lost() {
        return page.getLong(LOST);
    }

    void become(long head, long lost) {
        page.putLong(LOST, lost);
        page.putLong(HEAD, head);
    }

    @Override
    public void close() throws IOException {
        lock.release();
        channel.close();
    }
}
