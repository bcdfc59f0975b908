package io.ringtail.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class EmbeddedBrokerIT {
    @TempDir
    Path directory;

    @Test
    void keepsRecordsAndItsClusterIdOverACleanRestart() throws Exception {
        String clusterId;
        try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerSettings.loopback(directory))) {
            Records.createTopic(broker.bootstrap());
            Records.write(broker.bootstrap(), List.of("one", "two"));
            clusterId = clusterId(broker);
        }
        try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerSettings.loopback(directory))) {
            assertThat(Records.read(broker.bootstrap())).containsExactly("one", "two");
            assertThat(clusterId(broker)).isEqualTo(clusterId);
        }
    }

    @Test
    void keepsEveryAcknowledgedRecordWhenItIsKilled() throws Exception {
        List<String> written =
                IntStream.range(0, 500).mapToObj(Integer::toString).toList();
        try (BrokerProcess broker = new BrokerProcess(directory)) {
            Records.createTopic(broker.bootstrap());
            Records.write(broker.bootstrap(), written);
            broker.kill();
        }
        try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerSettings.loopback(directory))) {
            assertThat(Records.read(broker.bootstrap())).isEqualTo(written);
        }
    }

    @Test
    void startsWithAnotherControllerPortWhenTheLastOneIsTaken() throws Exception {
        int last;
        try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerSettings.loopback(directory))) {
            Records.createTopic(broker.bootstrap());
            Records.write(broker.bootstrap(), List.of("kept"));
            last = controllerPort();
        }
        try (ServerSocket taken = new ServerSocket(last, 1, InetAddress.getLoopbackAddress());
                EmbeddedBroker broker = EmbeddedBroker.start(BrokerSettings.loopback(directory))) {
            assertThat(controllerPort()).isNotEqualTo(taken.getLocalPort());
            assertThat(Records.read(broker.bootstrap())).containsExactly("kept");
        }
    }

    @Test
    void tellsWhichPortIsInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            BrokerSettings settings = new BrokerSettings(directory, "127.0.0.1", taken.getLocalPort());
            assertThatThrownBy(() -> EmbeddedBroker.start(settings))
                    .isInstanceOf(BrokerException.class)
                    .hasMessageContaining("127.0.0.1:" + taken.getLocalPort())
                    .hasMessageContaining("Choose another by --broker-port");
        }
    }

    @Test
    void refusesADirectoryThatIsAFile() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "");
        assertThatThrownBy(() -> EmbeddedBroker.start(BrokerSettings.loopback(file)))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("cannot be used");
    }

    private int controllerPort() throws Exception {
        return Integer.parseInt(
                Files.readString(directory.resolve("controller.port")).trim());
    }

    private static String clusterId(EmbeddedBroker broker) throws Exception {
        try (Admin admin = Admin.create(broker.clientProperties())) {
            return admin.describeCluster().clusterId().get();
        }
    }
}
