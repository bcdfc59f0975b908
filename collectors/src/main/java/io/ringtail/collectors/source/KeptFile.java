package io.ringtail.collectors.source;

import io.ringtail.collectors.parse.SysfsValue;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * A file of procfs or sysfs that is opened once and read from its start again and again, which costs less than half of
 * opening it each time. What fails is opened anew at the next read, so an interface that answers EINVAL while it is
 * down comes back. One owner.
 */
final class KeptFile implements AutoCloseable {
    private final Path path;
    private FileChannel channel;
    private String absence = "";

    KeptFile(Path path) {
        this.path = path;
    }

    /** Reads all of it; false where it cannot be read, with the {@link #absence}. */
    boolean readWhole(ReadBuffer into) {
        return read(into, true);
    }

    /** Reads a small file that comes in one piece. */
    boolean readOnce(ReadBuffer into) {
        return read(into, false);
    }

    /** The unsigned number in the file. */
    OptionalLong readUnsigned(ReadBuffer scratch) {
        if (!readOnce(scratch)) {
            return OptionalLong.empty();
        }
        OptionalLong value = SysfsValue.unsigned(scratch.bytes(), scratch.length());
        absence = value.isPresent() ? "" : "not a number";
        return value;
    }

    /** Why the last read gave nothing; empty where it did. */
    String absence() {
        return absence;
    }

    @Override
    public void close() {
        FileChannel closing = channel;
        channel = null;
        if (closing != null) {
            try {
                closing.close();
            } catch (IOException e) {
                absence = FileAbsence.reason(e);
            }
        }
    }

    private boolean read(ReadBuffer into, boolean whole) {
        boolean kept = channel != null;
        // What a kept descriptor spoke of may be gone and its name another's by now.
        return attempt(into, whole) || (kept && attempt(into, whole));
    }

    private boolean attempt(ReadBuffer into, boolean whole) {
        try {
            if (channel == null) {
                channel = FileChannel.open(path);
            }
            if (whole) {
                into.whole(channel);
            } else {
                into.once(channel);
            }
            absence = "";
            return true;
        } catch (IOException e) {
            close();
            absence = FileAbsence.reason(e);
            return false;
        }
    }
}
