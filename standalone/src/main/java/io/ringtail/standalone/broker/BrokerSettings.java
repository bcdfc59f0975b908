package io.ringtail.standalone.broker;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;

/**
 * Where an embedded broker listens and keeps its records.
 *
 * @param dataDir directory of its own, made if it is missing
 * @param host address that clients reach; loopback unless others are to connect
 * @param port port that clients reach; 0 for any free one
 */
public record BrokerSettings(Path dataDir, String host, int port) {
    /** On loopback, at any free port. */
    public static BrokerSettings loopback(Path dataDir) {
        return new BrokerSettings(dataDir, "127.0.0.1", 0);
    }

    /** The name that clients are told to connect to: a wildcard address is none. */
    String advertisedHost() {
        try {
            return InetAddress.getByName(host).isAnyLocalAddress()
                    ? InetAddress.getLocalHost().getCanonicalHostName()
                    : host;
        } catch (UnknownHostException e) {
            return host;
        }
    }
}
