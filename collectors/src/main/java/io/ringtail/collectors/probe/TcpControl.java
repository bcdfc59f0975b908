package io.ringtail.collectors.probe;

import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.SocketOptions;
import io.ringtail.collectors.linux.TcpSocket;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * Asks a reflector over a TCP connection of its own who it is and what it has used, so that measured messages may be
 * smaller than any header. Owned by one thread at a time; connects again where the connection broke.
 */
final class TcpControl implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMillis(200);

    private final InetSocketAddress target;
    private final SocketOptions options;
    private final Facts facts = new Facts();
    private TcpSocket socket;
    private volatile int error;

    TcpControl(InetSocketAddress target) {
        this.target = target;
        this.options = SocketOptions.of(PATIENCE);
    }

    /** Asks once, and tells the answer to whom it concerns; whether there was one. */
    boolean ask(RemoteEnd remote) {
        try {
            if (socket == null) {
                socket = TcpSocket.connect(target, options, PATIENCE);
            }
            TcpFrames.hello(socket.outgoing(), 1, 1, TcpFrames.HELLOS);
            if (socket.send(TcpFrames.HELLO_BYTES) > 0 && receive(socket)) {
                return tell(remote);
            }
        } catch (Errno e) {
            error = e.number();
        }
        close();
        return false;
    }

    /** Errno of the last failure, or 0. */
    int error() {
        return error;
    }

    @Override
    public void close() {
        if (socket != null) {
            socket.close();
            socket = null;
        }
    }

    /** Whether a whole identity came. */
    static boolean receive(TcpSocket from) {
        int got = 0;
        while (got < TcpFrames.HELLO_BYTES) {
            int more = from.receive(got, TcpFrames.HELLO_BYTES - got);
            if (more <= 0) {
                return false;
            }
            got += more;
        }
        return Datagrams.kind(from.incoming(), TcpFrames.HELLO_BYTES) == Datagrams.Kind.IDENTITY;
    }

    private boolean tell(RemoteEnd remote) {
        error = 0;
        facts.read(socket.incoming());
        long switches = Datagrams.contextSwitches(socket.incoming(), TcpFrames.HELLO_BYTES);
        return Datagrams.identity(socket.incoming(), TcpFrames.HELLO_BYTES)
                .map(identity -> {
                    remote.identified(identity, facts);
                    remote.switched(switches);
                    return true;
                })
                .orElse(false);
    }
}
