package io.ringtail.collectors.probe;

import io.ringtail.schemas.record.ProbeKind;
import io.ringtail.schemas.record.Schedule;
import java.time.Duration;

/**
 * One round-trip probe, as configured.
 *
 * @param name its settings and watermark are probe:NAME
 * @param kind protocol
 * @param host host to probe
 * @param port port of its reflector; 0 for ICMP
 * @param requestBytes payload of requests. Unit: bytes
 * @param responseBytes payload of replies; another than the requests' for TCP only. Unit: bytes
 * @param sessions flows by different source ports: of a closed loop each has one request under way, an open loop goes
 *     round them
 * @param schedule open loop (requests leave on schedule), closed loop (the next request follows the reply) or paced (on
 *     schedule with one request under way, so that what is due meanwhile is omitted)
 * @param rate requests per second by schedule; ignored in a closed loop. Unit: 1/s
 * @param timeout after which a request counts as lost
 * @param spin how long before an intended send the sender stops sleeping and watches the clock: exactness against CPU
 * @param polling how its sockets wait
 * @param dscp differentiated services code point, 0 to 63
 * @param localPort source port of the first flow, further ones follow it; 0 lets the kernel choose
 * @param placement where and how its threads run
 * @param stampEvery 1 in so many requests has its way told by kernel stamps, UDP only; 0 for none. Unit: requests
 */
public record ProbeSpec(
        String name,
        ProbeKind kind,
        String host,
        int port,
        int requestBytes,
        int responseBytes,
        int sessions,
        Schedule schedule,
        int rate,
        Duration timeout,
        Duration spin,
        Polling polling,
        int dscp,
        int localPort,
        Placement placement,
        int stampEvery) {
    /** Requests per second by schedule where none are given. */
    public static final int DEFAULT_RATE = 1000;

    /** After this a request is lost, where no other timeout is given. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofMillis(500);

    /** Watching the clock for this long costs 2 % of a core at 1,000/s. */
    public static final Duration DEFAULT_SPIN = Duration.ofNanos(20_000);

    private static final int STAMP_EVERY = 100;

    /** The default probe of a target: UDP, open loop, 1,000/s, 40 bytes. */
    public static ProbeSpec of(String name, String host, int port) {
        return of(name, ProbeKind.UDP_RR, host, port);
    }

    /** The default probe of a kind. */
    public static ProbeSpec of(String name, ProbeKind kind, String host, int port) {
        int size = ProbeTarget.defaultBytes(kind);
        return new ProbeSpec(
                name,
                kind,
                host,
                port,
                size,
                size,
                1,
                Schedule.OPEN,
                DEFAULT_RATE,
                DEFAULT_TIMEOUT,
                DEFAULT_SPIN,
                Polling.DEFAULT,
                0,
                0,
                Placement.ANYWHERE,
                defaultStampEvery(kind, DEFAULT_RATE));
    }

    /** Where nothing is said: 1 in 100 requests, but two a second where there are fewer than 200. */
    static int defaultStampEvery(ProbeKind kind, int rate) {
        return kind == ProbeKind.UDP_RR ? Math.clamp(rate / 2, 2, STAMP_EVERY) : 0;
    }

    /**
     * From a target: {@code udp://host:port}, {@code tcp://host:port} or {@code icmp://host}, and behind a question mark
     * options such as {@code size=400&rate=2000&loop=closed&timeout=500ms&name=...}. All but the host have defaults.
     *
     * @throws IllegalArgumentException naming every fault
     */
    public static ProbeSpec parse(String target) {
        return ProbeTarget.parse(target);
    }

    /** In a closed loop. */
    public ProbeSpec closed() {
        return by(Schedule.CLOSED, rate, timeout, sessions);
    }

    /** On schedule with one request under way. */
    public ProbeSpec paced() {
        return by(Schedule.PACED, rate, timeout, sessions);
    }

    /** At another rate. */
    public ProbeSpec at(int newRate) {
        return by(schedule, newRate, timeout, sessions);
    }

    /** With another timeout. */
    public ProbeSpec within(Duration newTimeout) {
        return by(schedule, rate, newTimeout, sessions);
    }

    /** With so many flows. */
    public ProbeSpec over(int newSessions) {
        return by(schedule, rate, timeout, newSessions);
    }

    /** With requests and replies of these sizes. */
    public ProbeSpec sized(int newRequestBytes, int newResponseBytes) {
        return new ProbeSpec(
                name,
                kind,
                host,
                port,
                newRequestBytes,
                newResponseBytes,
                sessions,
                schedule,
                rate,
                timeout,
                spin,
                polling,
                dscp,
                localPort,
                placement,
                stampEvery);
    }

    /** To another port. */
    public ProbeSpec to(int newPort) {
        return new ProbeSpec(
                name,
                kind,
                host,
                newPort,
                requestBytes,
                responseBytes,
                sessions,
                schedule,
                rate,
                timeout,
                spin,
                polling,
                dscp,
                localPort,
                placement,
                stampEvery);
    }

    /** The target's address in words. */
    public String target() {
        String shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return kind == ProbeKind.ICMP ? shown : shown + ":" + port;
    }

    private ProbeSpec by(Schedule newSchedule, int newRate, Duration newTimeout, int newSessions) {
        return new ProbeSpec(
                name,
                kind,
                host,
                port,
                requestBytes,
                responseBytes,
                newSessions,
                newSchedule,
                newRate,
                newTimeout,
                spin,
                polling,
                dscp,
                localPort,
                placement,
                stampEvery);
    }
}
