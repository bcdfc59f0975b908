package io.ringtail.collectors.probe;

import java.time.Duration;
import java.util.List;

/**
 * Configuration of a reflector.
 *
 * @param name its settings have the object reflector:NAME
 * @param host address to bind; 0.0.0.0 for all (on a host with several addresses of one network bind the one that is
 *     probed, since replies leave from the address that the routes choose)
 * @param port UDP port; 0 takes any free one
 * @param networks networks that get an answer
 * @param hold busy wait before each answer
 * @param busyPollUs SO_BUSY_POLL in us; negative leaves the kernel's default
 * @param placement where and how its thread runs
 */
public record ReflectorConfig(
        String name, String host, int port, List<String> networks, Duration hold, int busyPollUs, Placement placement) {
    /** Port of probes and reflectors where none is given. */
    public static final int DEFAULT_PORT = 7411;

    /** On all addresses and the default port, for private networks. */
    public static ReflectorConfig defaults() {
        return new ReflectorConfig(
                "default", "0.0.0.0", DEFAULT_PORT, Networks.PRIVATE, Duration.ZERO, -1, Placement.ANYWHERE);
    }

    /** The same on another address and port. */
    public ReflectorConfig at(String newHost, int newPort) {
        return new ReflectorConfig(name, newHost, newPort, networks, hold, busyPollUs, placement);
    }

    /** The same by another name. */
    public ReflectorConfig named(String newName) {
        return new ReflectorConfig(newName, host, port, networks, hold, busyPollUs, placement);
    }
}
