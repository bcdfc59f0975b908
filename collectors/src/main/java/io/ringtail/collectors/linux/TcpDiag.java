package io.ringtail.collectors.linux;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The established TCP connections of a network namespace, by sock_diag: needs no privilege. Bound to the network
 * namespace of the thread that opens it; owned by one thread at a time. Source: man 7 sock_diag.
 */
public final class TcpDiag implements AutoCloseable {
    private final NetlinkSocket socket = NetlinkSocket.open(NetlinkSocket.SOCK_DIAG);

    private TcpDiag() {}

    /** Opens it in the calling thread's network namespace. */
    public static TcpDiag open() {
        return new TcpDiag();
    }

    /**
     * All of them, IPv4 and IPv6.
     *
     * @throws Errno ENOENT on a kernel without inet_diag
     */
    public List<TcpConnection> established() {
        return Stream.of(Libc.AF_INET, Libc.AF_INET6)
                .flatMap(family -> dump(family).stream())
                .toList();
    }

    @Override
    public void close() {
        socket.close();
    }

    private List<TcpConnection> dump(int family) {
        NetlinkRequest request =
                NetlinkRequest.of(TcpDiagCodec.BY_FAMILY, NetlinkMessage.DUMP, TcpDiagCodec.request(family));
        return socket.request("inet_diag", request).stream()
                .map(TcpDiagCodec::connection)
                .flatMap(Optional::stream)
                .toList();
    }
}
