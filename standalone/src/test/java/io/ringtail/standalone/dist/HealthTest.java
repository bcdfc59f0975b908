package io.ringtail.standalone.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HealthTest {
    private static final String SCRIPT =
            Project.ROOT.resolve("standalone/src/main/dist/bin/health").toString();

    @Test
    void aProcessWithAConnectionIsHealthyAndOneWithoutIsNot() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(health("tcp", server.getLocalPort())).isEqualTo(1);
            try (Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
                assertThat(client.isConnected()).isTrue();
                assertThat(health("tcp", server.getLocalPort())).isZero();
            }
        }
    }

    @Test
    void aProcessWithAnOpenUdpPortIsHealthyAndOneWithoutIsNot() throws Exception {
        int port;
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
            assertThat(health("udp", port)).isZero();
        }
        assertThat(health("udp", port)).isEqualTo(1);
    }

    private static int health(String kind, int port) throws Exception {
        List<String> command = List.of(
                "bash",
                SCRIPT,
                kind,
                Integer.toString(port),
                Long.toString(ProcessHandle.current().pid()));
        return Project.run(Map.of("PATH", "/usr/bin:/bin"), command).exitCode();
    }
}
