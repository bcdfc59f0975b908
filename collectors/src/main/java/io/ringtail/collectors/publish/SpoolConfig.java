package io.ringtail.collectors.publish;

import java.nio.file.Path;

/**
 * Where records wait on disk for their acknowledgement.
 *
 * @param directory of one agent alone
 * @param limitBytes how much may wait; then the oldest is dropped. Unit: bytes
 */
public record SpoolConfig(Path directory, long limitBytes) {
    /** Some hours of a probe at 1,000/s. */
    public static final long DEFAULT_LIMIT_BYTES = 256L << 20;

    /** Of the default size. */
    public static SpoolConfig in(Path directory) {
        return new SpoolConfig(directory, DEFAULT_LIMIT_BYTES);
    }
}
