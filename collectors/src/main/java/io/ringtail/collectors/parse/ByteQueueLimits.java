package io.ringtail.collectors.parse;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * One read of a TX queue's byte_queue_limits. Source: kernel, Documentation/ABI/testing/sysfs-class-net-queues.
 *
 * @param limitBytes limit in force now
 * @param limitMinBytes lowest limit allowed
 * @param limitMaxBytes highest limit allowed; {@link #UNLIMITED} where nobody set one
 * @param inflightBytes bytes in flight now
 * @param holdTimeMs how long slack must last before the limit is lowered
 * @param stalls stall_cnt; absent before kernel 6.9
 * @param stallMaxMs stall_max, which somebody may clear: a gauge, not a counter; absent before kernel 6.9
 * @param stallThresholdMs stall_thrs; absent before kernel 6.9
 */
public record ByteQueueLimits(
        OptionalLong limitBytes,
        OptionalLong limitMinBytes,
        OptionalLong limitMaxBytes,
        OptionalLong inflightBytes,
        OptionalLong holdTimeMs,
        OptionalLong stalls,
        OptionalLong stallMaxMs,
        OptionalLong stallThresholdMs) {

    /** The kernel's default of limit_max (DQL_MAX_LIMIT): no limit. Unit: bytes. */
    public static final long UNLIMITED = 1_879_048_192;

    /** Whether limit_max is the default that limits nothing. */
    public boolean unlimited() {
        return limitMaxBytes.isPresent() && limitMaxBytes.getAsLong() == UNLIMITED;
    }

    /** In flight over limit of this read; absent where either is. */
    public OptionalDouble pressure() {
        return limitBytes.isPresent() && inflightBytes.isPresent()
                ? OptionalDouble.of(pressure(inflightBytes.getAsLong(), limitBytes.getAsLong()))
                : OptionalDouble.empty();
    }

    /** In flight over limit. A limit of 0, which a fresh queue has, counts as reached by the first byte. */
    public static double pressure(long inflightBytes, long limitBytes) {
        if (limitBytes == 0) {
            return inflightBytes == 0 ? 0 : 1;
        }
        return (double) inflightBytes / limitBytes;
    }

    /** Whether no more may be queued: something is in flight, and it is at or over the limit. */
    public static boolean atLimit(long inflightBytes, long limitBytes) {
        return inflightBytes > 0 && inflightBytes >= limitBytes;
    }
}
