package io.ringtail.collectors.source;

import io.ringtail.collectors.Reading;
import io.ringtail.collectors.Source;
import io.ringtail.collectors.linux.TcpConnection;
import io.ringtail.collectors.linux.TcpDiag;
import io.ringtail.schemas.record.Tcp;
import io.ringtail.schemas.record.TcpGroup;
import io.ringtail.schemas.record.TcpGrouping;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Passive round trips: what the kernel estimates for the established TCP connections of the namespace of the thread
 * that called {@link #start}, grouped by peer or by port. Connections over loopback are left out. Read every five
 * seconds at most: the kernel walks its whole hash table of connections, which takes some 2 ms for each of IPv4 and IPv6
 * where that has its 262,144 buckets of a host with 24 GiB, however few the connections are.
 */
public final class TcpSource implements Source {
    /** More groups than these are left out, and counted. */
    static final int MOST_GROUPS = 64;

    private static final long LEAST_INTERVAL_NS = 4_900_000_000L;

    private final TcpGrouping grouping;
    private final Supplier<Connections> opener;
    private Map<Long, Integer> retransmits = new HashMap<>();
    private Connections connections;
    private boolean readBefore;
    private long previousMonoNs;

    /** Of the host. */
    public TcpSource(TcpGrouping grouping) {
        this(grouping, TcpSource::live);
    }

    TcpSource(TcpGrouping grouping, Supplier<Connections> opener) {
        this.grouping = grouping;
        this.opener = opener;
    }

    /** Tells the established connections. */
    interface Connections extends AutoCloseable {
        List<TcpConnection> established();

        @Override
        void close();
    }

    @Override
    public String name() {
        return "tcp";
    }

    @Override
    public Cadence cadence() {
        return Cadence.COUNTERS;
    }

    @Override
    public void start(Runnable readSoon) {
        connections = opener.get();
    }

    @Override
    public void read(Reading reading) {
        if (readBefore && reading.monoNs() - previousMonoNs < LEAST_INTERVAL_NS) {
            return;
        }
        List<TcpConnection> all = connections.established().stream()
                .filter(each -> !each.peer().isLoopbackAddress())
                .toList();
        List<TcpGroup> groups = all.stream().collect(Collectors.groupingBy(this::group)).entrySet().stream()
                .map(entry -> group(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparing(TcpGroup::getConnections)
                        .reversed()
                        .thenComparing(TcpGroup::getName))
                .toList();
        emit(reading, all.size(), groups);
        retransmits = all.stream()
                .collect(Collectors.toMap(TcpConnection::cookie, TcpConnection::retransmits, (one, _) -> one));
        readBefore = true;
        previousMonoNs = reading.monoNs();
    }

    @Override
    public void close() {
        if (connections != null) {
            connections.close();
        }
    }

    private static Connections live() {
        TcpDiag diag = TcpDiag.open();
        return new Connections() {
            @Override
            public List<TcpConnection> established() {
                return diag.established();
            }

            @Override
            public void close() {
                diag.close();
            }
        };
    }

    private void emit(Reading reading, int count, List<TcpGroup> groups) {
        List<TcpGroup> kept = groups.stream().limit(MOST_GROUPS).toList();
        long intervalNs = readBefore ? reading.monoNs() - previousMonoNs : 0;
        reading.emit(new Tcp(reading.origin(), intervalNs, grouping, count, kept, groups.size() - kept.size()));
    }

    private String group(TcpConnection connection) {
        return switch (grouping) {
            case PEER -> connection.peer().getHostAddress();
            case PORT -> Integer.toString(connection.localPort());
        };
    }

    private TcpGroup group(String name, List<TcpConnection> members) {
        List<Long> smoothed = members.stream()
                .map(TcpConnection::smoothedRttNs)
                .flatMapToLong(OptionalLong::stream)
                .boxed()
                .toList();
        return TcpGroup.newBuilder()
                .setName(name)
                .setConnections(members.size())
                .setSmoothedRttMeanNs(mean(smoothed))
                .setSmoothedRttMaxNs(
                        smoothed.stream().max(Comparator.naturalOrder()).orElse(null))
                .setMinRttNs(members.stream()
                        .map(TcpConnection::minRttNs)
                        .flatMapToLong(OptionalLong::stream)
                        .boxed()
                        .min(Comparator.naturalOrder())
                        .orElse(null))
                .setRetransmits(readBefore ? moved(members) : null)
                .build();
    }

    private static Long mean(List<Long> values) {
        return values.isEmpty()
                ? null
                : (Long) values.stream().mapToLong(Long::longValue).sum() / values.size();
    }

    /** One that was not there at the last read has begun since, and so have its retransmits. */
    private Long moved(List<TcpConnection> members) {
        return members.stream()
                .mapToLong(each -> Integer.toUnsignedLong(
                        each.retransmits() - Objects.requireNonNullElse(retransmits.get(each.cookie()), 0)))
                .sum();
    }
}
