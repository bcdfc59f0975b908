package io.ringtail.collectors.probe;

import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.SocketOptions;
import io.ringtail.collectors.linux.UdpSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Duration;

/** Which interface an address of this host belongs to. */
final class LocalInterfaces {
    private LocalInterfaces() {}

    /** Name of the interface that holds this address; empty where none does or it is the wildcard. */
    static String holding(InetAddress local) {
        try {
            NetworkInterface found = NetworkInterface.getByInetAddress(local);
            if (found != null) {
                return found.getName();
            }
            return local.isLoopbackAddress() ? holding(InetAddress.getLoopbackAddress()) : "";
        } catch (SocketException e) {
            return "";
        }
    }

    /** Name of the interface whose address this host uses towards a peer; empty where it cannot be told. */
    static String towards(InetSocketAddress peer) {
        try (UdpSocket trial = UdpSocket.connect(peer, SocketOptions.of(Duration.ofMillis(1)))) {
            return holding(trial.local().getAddress());
        } catch (Errno e) {
            return "";
        }
    }
}
