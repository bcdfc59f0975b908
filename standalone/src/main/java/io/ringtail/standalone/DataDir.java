package io.ringtail.standalone;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/**
 * The directory in which one Ringtail keeps its data, held by a lock for as long as it runs. A marker file says that
 * it is Ringtail's: a directory with other things in it is left alone.
 */
public final class DataDir implements AutoCloseable {
    private static final String MARKER = "RINGTAIL";
    private static final String FORMAT = "1";

    private final Path path;
    private final FileChannel channel;
    private final FileLock lock;

    private DataDir(Path path, FileChannel channel, FileLock lock) {
        this.path = path;
        this.channel = channel;
        this.lock = lock;
    }

    /**
     * Opens or makes the directory and locks it.
     *
     * @throws UserError if it cannot be written, is somebody else's, is of another format, or is in use
     */
    public static DataDir open(Path path) {
        Path marker = path.resolve(MARKER);
        try {
            Files.createDirectories(path);
            if (!Files.exists(marker)) {
                refuseForeign(path);
                Files.writeString(marker, FORMAT + "\n");
            }
            String format = Files.readString(marker).trim();
            if (!format.equals(FORMAT)) {
                throw refused(path, "it has format " + format + ", this Ringtail reads " + FORMAT);
            }
            return lock(path, FileChannel.open(marker, StandardOpenOption.WRITE));
        } catch (IOException e) {
            throw refused(path, "it cannot be written (" + e.getClass().getSimpleName() + ": " + e.getMessage() + ")");
        }
    }

    /** The directory itself. */
    public Path path() {
        return path;
    }

    /** A directory or file within it. */
    public Path resolve(String name) {
        return path.resolve(name);
    }

    @Override
    public void close() {
        try (channel) {
            lock.release();
        } catch (IOException e) {
            throw new IllegalStateException("cannot release the lock of " + path, e);
        }
    }

    private static DataDir lock(Path path, FileChannel channel) throws IOException {
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // held by this very process: the same answer
        }
        if (lock == null) {
            channel.close();
            throw refused(path, "another ringtail is using it");
        }
        return new DataDir(path, channel, lock);
    }

    private static void refuseForeign(Path path) throws IOException {
        try (Stream<Path> entries = Files.list(path)) {
            if (entries.findAny().isPresent()) {
                throw refused(path, "it holds other things than Ringtail's data");
            }
        }
    }

    private static UserError refused(Path path, String why) {
        return new UserError(
                UserError.CANNOT_CREATE,
                "Cannot use the data directory " + path.toAbsolutePath().normalize() + ": " + why
                        + ". Choose another by --data-dir.");
    }
}
