package io.ringtail.collectors.probe;

import java.time.Duration;
import java.util.List;

/**
 * Configuration of a reflector.
 *
 * @param name its settings have the object reflector:NAME
 * @param host address to bind; 0.0.0.0 for all (on a host with several addresses of one network bind the one that is
 *     probed, since replies leave from the address that the routes choose)
 * @param port UDP and TCP port; 0 takes any that is free for both
 * @param networks networks that get an answer
 * @param hold busy wait before each answer
 * @param polling how its sockets wait
 * @param dscp differentiated services code point of its answers, 0 to 63
 * @param placement where and how its threads run
 */
public record ReflectorConfig(
        String name,
        String host,
        int port,
        List<String> networks,
        Duration hold,
        Polling polling,
        int dscp,
        Placement placement) {
    /** Port of probes and reflectors where none is given. */
    public static final int DEFAULT_PORT = 7411;

    /** On all addresses and the default port, for private networks. */
    public static ReflectorConfig defaults() {
        return new ReflectorConfig(
                "default",
                "0.0.0.0",
                DEFAULT_PORT,
                Networks.PRIVATE,
                Duration.ZERO,
                Polling.DEFAULT,
                0,
                Placement.ANYWHERE);
    }

    /** The same on another address and port. */
    public ReflectorConfig at(String newHost, int newPort) {
        return new ReflectorConfig(name, newHost, newPort, networks, hold, polling, dscp, placement);
    }

    /** The same by another name. */
    public ReflectorConfig named(String newName) {
        return new ReflectorConfig(newName, host, port, networks, hold, polling, dscp, placement);
    }

    /** The same with a busy wait before each answer. */
    public ReflectorConfig holding(Duration newHold) {
        return new ReflectorConfig(name, host, port, networks, newHold, polling, dscp, placement);
    }
}
