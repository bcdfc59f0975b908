package io.ringtail.collectors.probe;

import io.ringtail.schemas.record.Schedule;
import java.time.Duration;

/**
 * One UDP round-trip probe, as configured.
 *
 * @param name its settings and watermark are probe:NAME
 * @param host host to probe
 * @param port UDP port of its reflector
 * @param size payload of requests and replies. Unit: bytes
 * @param schedule open loop (requests leave on schedule) or closed loop (the next request follows the reply)
 * @param rate requests per second of an open loop; ignored in a closed one. Unit: 1/s
 * @param timeout after which a request counts as lost
 * @param spin how long before an intended send the sender stops sleeping and watches the clock: exactness against CPU
 * @param busyPollUs SO_BUSY_POLL in us; negative leaves the kernel's default
 * @param dscp differentiated services code point, 0 to 63
 * @param placement where and how its threads run
 */
public record ProbeSpec(
        String name,
        String host,
        int port,
        int size,
        Schedule schedule,
        int rate,
        Duration timeout,
        Duration spin,
        int busyPollUs,
        int dscp,
        Placement placement) {
    /** Requests per second of an open loop where none are given. */
    public static final int DEFAULT_RATE = 1000;

    /** After this a request is lost, where no other timeout is given. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofMillis(500);

    /** Watching the clock for this long costs 2 % of a core at 1,000/s. */
    public static final Duration DEFAULT_SPIN = Duration.ofNanos(20_000);

    /** The default probe of a target: open loop, 1,000/s, 40 bytes. */
    public static ProbeSpec of(String name, String host, int port) {
        return new ProbeSpec(
                name,
                host,
                port,
                Datagrams.MIN_BYTES,
                Schedule.OPEN,
                DEFAULT_RATE,
                DEFAULT_TIMEOUT,
                DEFAULT_SPIN,
                -1,
                0,
                Placement.ANYWHERE);
    }

    /**
     * From a target: {@code udp://host:port?size=400&rate=2000&loop=closed&timeout=500ms&name=...}; also spin, busypoll
     * (us), cpu (list), fifo (priority) and dscp. All but the host have defaults.
     *
     * @throws IllegalArgumentException naming every fault
     */
    public static ProbeSpec parse(String target) {
        return ProbeTarget.parse(target);
    }

    /** In a closed loop. */
    public ProbeSpec closed() {
        return new ProbeSpec(name, host, port, size, Schedule.CLOSED, rate, timeout, spin, busyPollUs, dscp, placement);
    }

    /** At another rate. */
    public ProbeSpec at(int newRate) {
        return new ProbeSpec(name, host, port, size, schedule, newRate, timeout, spin, busyPollUs, dscp, placement);
    }

    /** With another timeout. */
    public ProbeSpec within(Duration newTimeout) {
        return new ProbeSpec(name, host, port, size, schedule, rate, newTimeout, spin, busyPollUs, dscp, placement);
    }

    /** The target's address in words. */
    public String target() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
