package io.ringtail.standalone.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Finds out whether a port can be listened on, before the broker does: its own answer would be a stack trace. */
final class Ports {
    private Ports() {}

    /** The port itself if it is free, any free one for 0. */
    static int claim(String host, int port) {
        try {
            return bound(InetAddress.getByName(host), port);
        } catch (IOException e) {
            throw new BrokerException(
                    "The broker cannot listen on " + host + ":" + port + " (" + e.getMessage()
                            + "). Choose another by --broker-port, or 0 for any free one.",
                    e);
        }
    }

    /** A wish that is granted if it is free; otherwise any free port of loopback. */
    static int preferred(int wish) {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try {
            return bound(loopback, wish);
        } catch (IOException taken) {
            return anyFree(loopback);
        }
    }

    private static int anyFree(InetAddress address) {
        try {
            return bound(address, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int bound(InetAddress address, int port) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, port));
            return socket.getLocalPort();
        }
    }
}
