package io.ringtail.collectors.probe;

import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.SocketOptions;
import io.ringtail.collectors.linux.TcpListener;
import io.ringtail.collectors.linux.UdpSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** A reflector's sockets: UDP and TCP on the same port. */
record Bound(UdpSocket udp, TcpListener tcp) {
    private static final int ATTEMPTS = 16;

    /**
     * Binds both.
     *
     * @throws ReflectorUnavailable if it cannot listen there
     */
    static Bound open(ReflectorConfig config, SocketOptions options) {
        try {
            InetAddress address = InetAddress.getByName(config.host());
            return open(new InetSocketAddress(address, config.port()), options, ATTEMPTS);
        } catch (UnknownHostException e) {
            throw new ReflectorUnavailable(config, e);
        } catch (Errno e) {
            throw new ReflectorUnavailable(config, e);
        }
    }

    /** A port that UDP took freely may be in use by TCP: then another is tried. */
    private static Bound open(InetSocketAddress at, SocketOptions options, int attempts) {
        UdpSocket udp = UdpSocket.bind(at, options);
        try {
            InetSocketAddress same =
                    new InetSocketAddress(at.getAddress(), udp.local().getPort());
            return new Bound(udp, TcpListener.listen(same, options));
        } catch (Errno e) {
            udp.close();
            if (at.getPort() == 0 && e.number() == Errno.EADDRINUSE && attempts > 1) {
                return open(at, options, attempts - 1);
            }
            throw e;
        }
    }
}
