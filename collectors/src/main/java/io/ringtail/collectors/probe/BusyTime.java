package io.ringtail.collectors.probe;

import io.ringtail.collectors.parse.CpuTimes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Cumulative busy CPU time of this host: user, nice, system, irq and softirq of all CPUs (guests are in user and nice),
 * from the first line of /proc/stat, whose unit is 1/100 s (USER_HZ). Owned by one thread; keeps the file open, makes
 * no garbage.
 */
final class BusyTime implements AutoCloseable {
    private static final int LINE = 256;
    private static final int IDLE = 3;
    private static final int IOWAIT = 4;
    private static final int FIELDS = 7;

    private final FileChannel file;
    private final ByteBuffer line = ByteBuffer.allocateDirect(LINE);

    BusyTime() {
        this(Path.of("/proc/stat"));
    }

    BusyTime(Path stat) {
        try {
            this.file = FileChannel.open(stat, StandardOpenOption.READ);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Busy time since the boot, or {@link Datagrams#UNKNOWN}. Unit: ns. */
    long readNs() {
        line.clear();
        try {
            int length = file.read(line, 0);
            return length <= 0 ? Datagrams.UNKNOWN : parse(line, length);
        } catch (IOException e) {
            return Datagrams.UNKNOWN;
        }
    }

    /** Of {@code cpu  user nice system idle iowait irq softirq steal ...}. */
    static long parse(ByteBuffer line, int length) {
        long busy = 0;
        int field = 0;
        int at = 3;
        while (at < length && field < FIELDS && line.get(at) != '\n') {
            if (!isDigit(line.get(at))) {
                at++;
                continue;
            }
            long value = 0;
            for (; at < length && isDigit(line.get(at)); at++) {
                value = value * 10 + line.get(at) - '0';
            }
            busy += field == IDLE || field == IOWAIT ? 0 : value;
            field++;
        }
        return field < FIELDS ? Datagrams.UNKNOWN : busy * CpuTimes.TICK_NS;
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
