package io.ringtail.collectors.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TcpDiagTest {
    @Test
    void thisKernelTellsAConnectionsPortsPeerAndEstimates() throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket server = new ServerSocket(0, 1, loopback);
                Socket client = new Socket(loopback, server.getLocalPort());
                Socket accepted = server.accept();
                TcpDiag diag = TcpDiag.open()) {
            client.getOutputStream().write(1);
            assertThat(accepted.getInputStream().read()).isOne();
            TcpConnection connection = diag.established().stream()
                    .filter(each -> each.localPort() == client.getLocalPort())
                    .findFirst()
                    .orElseThrow();
            assertThat(connection.peer()).isEqualTo(loopback);
            assertThat(connection.smoothedRttNs()).isPresent();
            assertThat(connection.minRttNs().orElseThrow())
                    .isLessThanOrEqualTo(connection.smoothedRttNs().orElseThrow());
        }
    }

    @Property(tries = 500, seed = "1")
    void anyBytesAreAConnectionOrNone(@ForAll byte[] bytes) {
        TcpDiagCodec.connection(new NetlinkMessage(TcpDiagCodec.BY_FAMILY, 0, 1, bytes));
        byte[] longer = new byte[TcpDiagCodec.MESSAGE_BYTES + 200];
        new Random(bytes.length).nextBytes(longer);
        System.arraycopy(bytes, 0, longer, 0, Math.min(bytes.length, longer.length));
        // struct nlattr { u16 len, type; } of a tcp_info that ends early
        longer[TcpDiagCodec.MESSAGE_BYTES] = (byte) (Arrays.hashCode(bytes) & 0x7f);
        longer[TcpDiagCodec.MESSAGE_BYTES + 1] = 0;
        longer[TcpDiagCodec.MESSAGE_BYTES + 2] = 2;
        longer[TcpDiagCodec.MESSAGE_BYTES + 3] = 0;
        TcpDiagCodec.connection(new NetlinkMessage(TcpDiagCodec.BY_FAMILY, 0, 1, longer));
    }
}
