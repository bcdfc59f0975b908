package io.ringtail.collectors.probe;

import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.IcmpSocket;
import io.ringtail.collectors.linux.SocketOptions;
import io.ringtail.collectors.linux.UdpSocket;
import io.ringtail.schemas.record.ProbeKind;
import io.ringtail.schemas.record.Schedule;
import io.ringtail.schemas.record.StampedTrip;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/** Opens the flows of a probe. */
final class Dialer {
    private static final Duration RECEIVE_TIMEOUT = Duration.ofMillis(200);
    private static final int BUFFER_BYTES = 1 << 20;

    private final ProbeSpec spec;
    private final InetAddress host;
    private final Flights flights;
    private final RemoteEnd remote;
    private final Consumer<StampedTrip> trips;

    /**
     * For a probe of a host.
     *
     * @param trips takes trips that were stamped, on the receiving threads
     */
    Dialer(ProbeSpec spec, InetAddress host, Flights flights, RemoteEnd remote, Consumer<StampedTrip> trips) {
        this.spec = spec;
        this.host = host;
        this.flights = flights;
        this.remote = remote;
        this.trips = trips;
    }

    /**
     * Opens all of them, or none.
     *
     * @throws Errno as the kernel refuses the first
     */
    Sessions open() {
        List<Conversation> opened = new ArrayList<>();
        try {
            for (int session = 0; session < spec.sessions(); session++) {
                opened.add(new Conversation(carrier(session), flights, remote));
            }
            return new Sessions(opened);
        } catch (RuntimeException e) {
            opened.forEach(Conversation::close);
            throw e;
        }
    }

    /** Where the reflector is. */
    InetSocketAddress target() {
        return new InetSocketAddress(host, spec.port());
    }

    private Carrier carrier(int session) {
        int run = ThreadLocalRandom.current().nextInt();
        return switch (spec.kind()) {
            case UDP_RR -> udp(UdpSocket.connect(target(), options(session)), run);
            case TCP_RR -> new TcpCarrier(target(), options(session), spec.requestBytes(), spec.responseBytes());
            case ICMP -> new IcmpCarrier(IcmpSocket.connect(host, options(0)), spec.requestBytes(), run, unknown());
            case XSK_RR -> throw new IllegalArgumentException("there is no such probe yet");
        };
    }

    private UdpCarrier udp(UdpSocket socket, int run) {
        int every = spec.stampEvery();
        if (every > 0) {
            socket.stamp();
        }
        return new UdpCarrier(socket, spec.requestBytes(), remote, run, new StampedRequests(socket, every, trips));
    }

    private Identity unknown() {
        return new Identity(spec.host(), "", "", "");
    }

    private SocketOptions options(int session) {
        boolean waits = spec.schedule() != Schedule.OPEN && spec.timeout().compareTo(RECEIVE_TIMEOUT) < 0;
        Polling polling = spec.polling();
        return new SocketOptions(
                waits ? spec.timeout() : RECEIVE_TIMEOUT,
                polling.busyPollUs(),
                polling.prefer(),
                polling.budget(),
                spec.dscp(),
                spec.kind() == ProbeKind.TCP_RR ? 0 : BUFFER_BYTES,
                spec.localPort() == 0 ? 0 : spec.localPort() + session);
    }
}
