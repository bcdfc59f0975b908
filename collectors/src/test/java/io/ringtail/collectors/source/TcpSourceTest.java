package io.ringtail.collectors.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.collectors.linux.TcpConnection;
import io.ringtail.schemas.record.Tcp;
import io.ringtail.schemas.record.TcpGroup;
import io.ringtail.schemas.record.TcpGrouping;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TcpSourceTest {
    private final Reads reads = new Reads();
    private final List<TcpConnection> connections = new ArrayList<>();

    @Test
    void connectionsOfOnePeerAreOneGroup() {
        TcpSource source = source(TcpGrouping.PEER);
        connections.add(connection(1, 5432, "10.0.0.1", 100_000, 40_000, 0));
        connections.add(connection(2, 80, "10.0.0.1", 300_000, 50_000, 0));
        connections.add(connection(3, 80, "10.0.0.2", 7_000, 5_000, 0));
        Tcp tcp = reads.read(source).only(Tcp.class);
        assertThat(tcp.getConnections()).isEqualTo(3);
        assertThat(tcp.getGroups()).extracting(TcpGroup::getName).containsExactly("10.0.0.1", "10.0.0.2");
        TcpGroup first = tcp.getGroups().getFirst();
        assertThat(first.getSmoothedRttMeanNs()).isEqualTo(200_000);
        assertThat(first.getSmoothedRttMaxNs()).isEqualTo(300_000);
        assertThat(first.getMinRttNs()).isEqualTo(40_000);
        assertThat(first.getRetransmits()).as("no earlier read").isNull();
    }

    @Test
    void byPortTheGroupIsThisEndsPort() {
        TcpSource source = source(TcpGrouping.PORT);
        connections.add(connection(1, 5432, "10.0.0.1", 100_000, 40_000, 0));
        connections.add(connection(2, 5432, "10.0.0.2", 300_000, 50_000, 0));
        assertThat(reads.read(source).only(Tcp.class).getGroups())
                .extracting(TcpGroup::getName)
                .containsExactly("5432");
    }

    @Test
    void loopbackIsLeftOut() {
        TcpSource source = source(TcpGrouping.PEER);
        connections.add(connection(1, 9092, "127.0.0.1", 100_000, 40_000, 0));
        connections.add(connection(2, 9092, "::1", 100_000, 40_000, 0));
        assertThat(reads.read(source).only(Tcp.class).getGroups()).isEmpty();
    }

    @Test
    void retransmitsAreThoseOfTheIntervalAlsoAcrossAWrapAndOfNewConnections() {
        TcpSource source = source(TcpGrouping.PEER);
        connections.add(connection(1, 80, "10.0.0.1", 100_000, 40_000, 0xffff_fffe));
        reads.read(source);
        connections.set(0, connection(1, 80, "10.0.0.1", 100_000, 40_000, 3));
        connections.add(connection(2, 80, "10.0.0.1", 100_000, 40_000, 4));
        assertThat(fiveSecondsLater(source)
                        .only(Tcp.class)
                        .getGroups()
                        .getFirst()
                        .getRetransmits())
                .isEqualTo(9);
        connections.removeFirst();
        assertThat(fiveSecondsLater(source)
                        .only(Tcp.class)
                        .getGroups()
                        .getFirst()
                        .getRetransmits())
                .isZero();
    }

    @Test
    void theKernelIsAskedEveryFiveSeconds() {
        TcpSource source = source(TcpGrouping.PEER);
        connections.add(connection(1, 80, "10.0.0.1", 100_000, 40_000, 0));
        assertThat(reads.read(source).records).hasSize(1);
        assertThat(reads.read(source).records).isEmpty();
        for (int second = 2; second < 5; second++) {
            reads.read(source);
        }
        assertThat(reads.read(source).only(Tcp.class).getIntervalNs()).isEqualTo(5 * Reads.SECOND_NS);
    }

    private Reads fiveSecondsLater(TcpSource source) {
        for (int second = 1; second < 5; second++) {
            assertThat(reads.read(source).records).isEmpty();
        }
        return reads.read(source);
    }

    @Test
    void withoutAnEstimateTheRttIsAbsent() {
        TcpSource source = source(TcpGrouping.PEER);
        connections.add(new TcpConnection(1, 80, address("10.0.0.1"), OptionalLong.empty(), OptionalLong.empty(), 0));
        TcpGroup group = reads.read(source).only(Tcp.class).getGroups().getFirst();
        assertThat(group.getSmoothedRttMeanNs()).isNull();
        assertThat(group.getMinRttNs()).isNull();
    }

    @Test
    void theLargestGroupsAreKeptAndTheRestIsCounted() {
        TcpSource source = source(TcpGrouping.PORT);
        for (int port = 1; port <= TcpSource.MOST_GROUPS + 6; port++) {
            connections.add(connection(port, port, "10.0.0.1", 1_000, 1_000, 0));
        }
        connections.add(connection(1_000, 70, "10.0.0.2", 1_000, 1_000, 0));
        Tcp tcp = reads.read(source).only(Tcp.class);
        assertThat(tcp.getGroups()).hasSize(TcpSource.MOST_GROUPS);
        assertThat(tcp.getGroups().getFirst().getName()).isEqualTo("70");
        assertThat(tcp.getGroupsLeftOut()).isEqualTo(6);
    }

    private TcpSource source(TcpGrouping grouping) {
        TcpSource source = new TcpSource(grouping, () -> new TcpSource.Connections() {
            @Override
            public List<TcpConnection> established() {
                return List.copyOf(connections);
            }

            @Override
            public void close() {
                connections.clear();
            }
        });
        source.start(() -> {});
        return source;
    }

    private static TcpConnection connection(
            long cookie, int port, String peer, long rttNs, long minRttNs, int retransmits) {
        return new TcpConnection(
                cookie, port, address(peer), OptionalLong.of(rttNs), OptionalLong.of(minRttNs), retransmits);
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
