package io.ringtail.collectors.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.collectors.linux.Netdev;
import io.ringtail.collectors.testkit.Netns;
import io.ringtail.schemas.record.Absence;
import io.ringtail.schemas.record.CounterDelta;
import io.ringtail.schemas.record.NapiInstance;
import io.ringtail.schemas.record.Rings;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Polls of NAPI instances as the running kernel counts them, on a veth pair whose one end has NAPI. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class NapiPollsIT {
    private static final int DATAGRAMS = 2_000;

    private final Reads reads = new Reads();
    private Netns namespace;

    @BeforeEach
    void make() {
        namespace = Netns.create();
        namespace.veth("poll0", "poll1").run("ethtool", "-K", "poll0", "gro", "on");
        // A packet goes by NAPI if its sender does not leave segmenting to the device.
        namespace.run("ethtool", "-K", "poll1", "tso", "off");
        namespace.ip("addr", "add", "10.77.0.1/24", "dev", "poll1");
        namespace.ip("neigh", "add", "10.77.0.2", "lladdr", "02:00:00:00:77:02", "dev", "poll1");
    }

    @AfterEach
    void remove() {
        namespace.close();
    }

    @Test
    void pollsFindAsManyPacketsAsTheInterfaceReceived() throws Exception {
        inside(source -> {
            reads.read(source);
            reads.read(source);
            send(DATAGRAMS);
            reads.read(source);
            Rings polled = of("poll0");
            assertThat(polled.getNapi()).isNotEmpty();
            long packets = polled.getNapi().stream()
                    .mapToLong(NapiInstance::getPackets)
                    .sum();
            assertThat(packets).isGreaterThanOrEqualTo(DATAGRAMS).isEqualTo(moved(polled, "rx-packets"));
            assertThat(fewest(polled)).isLessThanOrEqualTo(packets);
            assertThat(most(polled)).isGreaterThanOrEqualTo(packets);
            assertThat(polled.getNapi()).extracting(NapiInstance::getNapiId).isSubsetOf(known(polled.getIfindex()));
            assertThat(of("poll1").getNapi()).isEmpty();
            assertThat(polled.getAbsent()).extracting(Absence::getName).doesNotContain("napi-polls");
            return null;
        });
    }

    private void send(int count) throws Exception {
        try (DatagramSocket socket = new DatagramSocket()) {
            InetAddress nobody = InetAddress.getByName("10.77.0.2");
            for (int i = 0; i < count; i++) {
                socket.send(new DatagramPacket(new byte[40], 40, nobody, 9));
            }
        }
    }

    /** Fewest packets that polls of these sizes can have found. */
    private static long fewest(Rings rings) {
        return bound(rings, new long[] {0, 1, 2, 4, 8, 16, 32, 64});
    }

    private static long most(Rings rings) {
        return bound(rings, new long[] {0, 1, 3, 7, 15, 31, 63, 300});
    }

    private static long bound(Rings rings, long[] each) {
        long sum = 0;
        for (NapiInstance napi : rings.getNapi()) {
            for (int size = 0; size < each.length; size++) {
                sum += each[size] * napi.getSizes().get(size);
            }
        }
        return sum;
    }

    private static List<Integer> known(int ifindex) {
        try (Netdev netdev = Netdev.open()) {
            return netdev.napis(ifindex).stream().map(napi -> napi.napiId()).toList();
        }
    }

    private static long moved(Rings rings, String counter) {
        return rings.getCounters().stream()
                .filter(each -> each.getName().equals(counter))
                .mapToLong(CounterDelta::getDelta)
                .sum();
    }

    private Rings of(String name) {
        return reads.all(Rings.class).stream()
                .filter(rings -> rings.getInterface$().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** On a thread of its own: it stays in the namespace. */
    private void inside(Steps steps) throws Exception {
        FutureTask<Void> task = new FutureTask<>(() -> {
            RingsSource own = RingsSource.countingPolls(ProcSys.live(), KernelRings::open);
            try (NamespacedSource source = new NamespacedSource(own, namespace.name(), namespace.path())) {
                source.start(() -> {});
                steps.run(source);
            }
            return null;
        });
        Thread.ofPlatform().name("napi-polls").start(task);
        task.get(60, TimeUnit.SECONDS);
    }

    private interface Steps {
        Void run(NamespacedSource source) throws Exception;
    }
}
