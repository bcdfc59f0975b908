package io.ringtail.collectors.linux;

import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.util.Optional;

/** A listening TCP socket; one thread accepts. See tcp(7). */
public final class TcpListener extends InetSocket {
    private static final int SO_REUSEADDR = 2;
    private static final int BACKLOG = 256;

    private final SocketOptions options;

    private TcpListener(int family, SocketOptions options) {
        super(family, Libc.SOCK_STREAM, 0);
        this.options = options;
        apply(options);
    }

    /**
     * Listens on an address of this host; what is accepted gets the same options.
     *
     * @throws Errno EADDRINUSE, EADDRNOTAVAIL or EACCES as bind(2) says, or what an option's setsockopt says
     */
    public static TcpListener listen(InetSocketAddress local, SocketOptions options) {
        TcpListener listener = new TcpListener(SocketAddresses.family(local.getAddress()), options);
        try {
            listener.set(Libc.SOL_SOCKET, SO_REUSEADDR, 1, "SO_REUSEADDR");
            listener.address(local, true);
            Libc.check("listen", Libc.listen(listener.fd, BACKLOG));
            return listener;
        } catch (RuntimeException e) {
            listener.close();
            throw e;
        }
    }

    /** Waits for a connection; nothing after the receive timeout, or where one failed before it was taken. */
    public Optional<TcpSocket> accept() {
        int accepted = Libc.accept4(fd, MemorySegment.NULL, MemorySegment.NULL, Libc.SOCK_CLOEXEC);
        try {
            return accepted < 0 ? Optional.empty() : Optional.of(new TcpSocket(accepted, family, options));
        } catch (Errno e) {
            return Optional.empty();
        }
    }
}
