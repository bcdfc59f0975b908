package io.ringtail.collectors.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ringtail.collectors.Waiting;
import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.NetworkNamespace;
import io.ringtail.collectors.linux.XskDescriptors;
import io.ringtail.collectors.linux.XskIterator;
import io.ringtail.collectors.linux.XskQueues;
import io.ringtail.collectors.linux.XskSocketFacts;
import io.ringtail.collectors.parse.CpuList;
import io.ringtail.collectors.parse.XskMaps;
import io.ringtail.collectors.testkit.Netns;
import io.ringtail.collectors.testkit.XskProgram;
import io.ringtail.schemas.record.Absence;
import io.ringtail.schemas.record.CounterDelta;
import io.ringtail.schemas.record.Setting;
import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.record.Xsk;
import io.ringtail.schemas.record.XskFoundBy;
import io.ringtail.schemas.record.XskRing;
import io.ringtail.schemas.record.XskRingKind;
import io.ringtail.schemas.record.XskSocket;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** AF_XDP sockets of a C program that is not ours to change, on veth in copy mode. Needs root and gcc. */
@Timeout(180)
class XskIT {
    private static final int RESTARTS = 10;

    private final Reads reads = new Reads();
    private Netns netns;
    private XskProgram program;
    private XskSource source;

    @BeforeEach
    void prepare(@TempDir Path directory) {
        netns = Netns.create().veth("xa", "xb");
        program = XskProgram.compile(directory);
    }

    @AfterEach
    void close() {
        if (source != null) {
            source.close();
        }
        netns.close();
    }

    @Test
    void everySocketIsSeenWithItsRingsAndItsUseOfNeedWakeup() {
        Process with = program.start(netns, "xa", "1", "1", "64", "128", "256", "512", "100", "20");
        Process without = program.start(netns, "xa", "0", "0", "2048", "1024", "4096", "2048", "0", "0");
        open(XskFoundBy.BPF_ITERATOR);
        Xsk xsk = sampled(with.pid(), without.pid());

        assertThat(xsk.getFoundBy()).isEqualTo(XskFoundBy.BPF_ITERATOR);
        XskSocket asking = socket(xsk, with.pid());
        assertThat(asking.getNetns()).isEqualTo(netns.name());
        assertThat(asking.getInterface$()).isEqualTo("xa");
        assertThat(asking.getQueue()).isEqualTo(1);
        assertThat(asking.getProcess()).isEqualTo("xsksocket");
        assertThat(asking.getNeedWakeup()).isTrue();
        assertThat(asking.getZeroCopy()).isFalse();
        assertThat(sizes(asking)).containsExactly(64, 128, 256, 512);
        assertThat(ring(asking, XskRingKind.FILL).getFillMean()).isCloseTo(100.0 / 256, within(1e-9));
        assertThat(ring(asking, XskRingKind.FILL).getAtLimitShare()).isZero();
        assertThat(ring(asking, XskRingKind.COMPLETION).getFillMax()).isCloseTo(20.0 / 512, within(1e-9));
        assertThat(ring(asking, XskRingKind.TX).getFillMean()).isZero();
        assertThat(asking.getCounters())
                .extracting(CounterDelta::getName)
                .contains("rx-dropped", "rx-ring-full", "fill-ring-empty", "tx-ring-empty");
        XskSocket silent = socket(xsk, without.pid());
        assertThat(silent.getQueue()).isZero();
        assertThat(silent.getNeedWakeup()).isFalse();
        assertThat(sizes(silent)).containsExactly(2048, 1024, 4096, 2048);
        assertThat(ring(silent, XskRingKind.FILL).getAtLimitShare()).isEqualTo(1);
    }

    @Test
    void inCopyModeTheFlagsAreAbsentWithTheReason() {
        Process process = program.start(netns, "xa", "1", "1", "64", "128", "256", "512", "100", "20");
        open(XskFoundBy.BPF_ITERATOR);
        XskSocket socket = socket(sampled(process.pid()), process.pid());
        assertThat(socket.getRings()).extracting(XskRing::getNeedWakeupShare).containsOnlyNulls();
        assertThat(reason(socket, "xsk.need-wakeup-tx")).contains("copy mode");
        assertThat(reason(socket, "xsk.need-wakeup-fill")).contains("copy mode");
        assertThat(reason(socket, "xsk.shares-irq-cpu")).isEqualTo("no interrupt of this queue is known");
    }

    @Test
    void howASocketIsBoundIsToldAsSettingsOfItsInterfaceUntilItIsGone() {
        Process process = program.start(netns, "xa", "1", "1", "64", "128", "256", "512", "0", "0");
        open(XskFoundBy.BPF_ITERATOR);
        Settings settings = settings(read());
        assertThat(settings.getObject()).isEqualTo("xsk:xa");
        assertThat(settings.getInterface$()).isEqualTo("xa");
        assertThat(settings.getOrigin().getNetns()).isEqualTo(netns.name());
        assertThat(settings.getValues())
                .containsExactly(
                        new Setting("xsk.enabled-need-wakeup", "xsk-1", "on", null),
                        new Setting("xsk.zerocopy", "xsk-1", "off", null));
        process.destroyForcibly().onExit().join();
        assertThat(settings(read()).getGone()).isTrue();
    }

    @Test
    void withoutBpfTheDescriptorTellsSizesAndFillButNotTheQueue() {
        Process process = program.start(netns, "xa", "1", "1", "256", "512", "2048", "1024", "100", "20");
        open(XskFoundBy.DESCRIPTOR);
        XskSocket socket = socket(sampled(process.pid()), process.pid());
        assertThat(sizes(socket)).containsExactly(256, 512, 2048, 1024);
        assertThat(ring(socket, XskRingKind.FILL).getFillMean()).isCloseTo(100.0 / 2048, within(1e-9));
        assertThat(socket.getZeroCopy()).isFalse();
        assertThat(socket.getQueue()).isNull();
        assertThat(socket.getNeedWakeup()).isNull();
        assertThat(reason(socket, "interface")).contains("CAP_BPF");
        assertThat(socket.getCounters()).hasSize(6);
    }

    @Test
    void bothWaysTellTheSameOfWhatBothCanTell() {
        Process process = program.start(netns, "xa", "1", "1", "256", "512", "2048", "1024", "100", "20");
        XskSocketFacts byBpf = facts(process, XskFoundBy.BPF_ITERATOR);
        XskSocketFacts byDescriptor = facts(process, XskFoundBy.DESCRIPTOR);
        assertThat(byDescriptor.inode()).isEqualTo(byBpf.inode());
        assertThat(byDescriptor.netnsInode()).isEqualTo(byBpf.netnsInode());
        assertThat(byDescriptor.entries()).isEqualTo(byBpf.entries());
        assertThat(byDescriptor.statistics()).isEqualTo(byBpf.statistics());
        assertThat(byDescriptor.process()).isEqualTo(byBpf.process());
    }

    @Test
    void netlinkTellsTheQueuesThatHaveASocket() throws InterruptedException {
        program.start(netns, "xa", "1", "1", "64", "128", "256", "512", "0", "0");
        List<XskSocketFacts> found = NetworkNamespace.call(netns.path(), () -> {
            try (XskQueues queues = XskQueues.open()) {
                return queues.sockets();
            }
        });
        assumeTrue(!found.isEmpty(), "needs Linux 6.14, whose netdev netlink tells of AF_XDP sockets");
        assertThat(found).hasSize(1);
        assertThat(found.getFirst().interfaceName()).isEqualTo(Optional.of("xa"));
        assertThat(found.getFirst().queue()).isEqualTo(OptionalInt.of(1));
    }

    @ParameterizedTest
    @EnumSource(names = {"BPF_ITERATOR", "DESCRIPTOR"})
    void aKilledApplicationRestartsAtOnceWhileItIsWatched(XskFoundBy way) throws Exception {
        String[] arguments = {"xa", "1", "1", "256", "512", "2048", "1024", "100", "20"};
        Process process = program.start(netns, arguments);
        open(way);
        sampled(process.pid());
        for (int i = 0; i < RESTARTS; i++) {
            process.destroyForcibly().onExit().join();
            assertThat(held()).isEmpty();
            process = program.restart(netns, arguments);
            long pid = process.pid();
            // By descriptors other processes are looked at every 10 s only.
            if (way == XskFoundBy.BPF_ITERATOR) {
                assertThat(socket(sampled(pid), pid).getNeedWakeup()).isTrue();
            } else {
                read();
            }
        }
    }

    @Test
    void theSamplerLeavesTheCpuOfTheApplication() throws Exception {
        BitSet cpus = allowed(Path.of("/proc/thread-self"));
        assumeTrue(cpus.cardinality() > 1, "needs two CPUs");
        int applications = cpus.nextSetBit(0);
        Process process = program.start(netns, "xa", "1", "1", "64", "128", "256", "512", "0", "-1");
        run("taskset", "-pc", Integer.toString(applications), Long.toString(process.pid()));
        open(XskFoundBy.BPF_ITERATOR);
        Waiting.until(() -> {
            read();
            return !allowed(sampler()).get(applications);
        });
        // Where it runs is seen when a sample found it running.
        Xsk[] seen = new Xsk[1];
        Waiting.until(() -> {
            seen[0] = sampled(process.pid());
            return !socket(seen[0], process.pid()).getApplicationCpus().isEmpty();
        });
        assertThat(socket(seen[0], process.pid()).getApplicationCpus()).containsExactly(applications);
    }

    private void open(XskFoundBy way) {
        ProcSys roots = ProcSys.live();
        List<XskReaders.Way> ways =
                XskReaders.ways().stream().filter(each -> each.foundBy() == way).toList();
        try {
            XskReaders.open(ways).reader().close();
        } catch (IllegalStateException e) {
            assumeTrue(false, e.getMessage());
        }
        source = new XskSource(roots, new IrqMapper(roots, NapiReader.NONE), ways);
        onItsOwnThread(() -> source.start(() -> {}));
    }

    private Reads read() {
        onItsOwnThread(() -> reads.read(source));
        return reads;
    }

    /** A source places its thread; the test's is left where it is: threads begin where their maker may run. */
    private static void onItsOwnThread(Runnable task) {
        FutureTask<Void> done = new FutureTask<>(task, null);
        Thread.ofPlatform().daemon().start(done);
        try {
            done.get();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** The first record in which all these processes have sockets with samples. */
    private Xsk sampled(long... pids) {
        Xsk[] last = new Xsk[1];
        Waiting.until(() -> {
            read();
            last[0] = reads.records.stream()
                    .filter(Xsk.class::isInstance)
                    .map(Xsk.class::cast)
                    .findFirst()
                    .orElse(null);
            return last[0] != null && Arrays.stream(pids).allMatch(pid -> hasSamples(last[0], pid));
        });
        return last[0];
    }

    private static boolean hasSamples(Xsk xsk, long pid) {
        return xsk.getSockets().stream()
                .filter(socket -> socket.getPid() == pid)
                .anyMatch(socket -> !socket.getRings().isEmpty()
                        && socket.getRings().stream().allMatch(ring -> ring.getSamples() > 0));
    }

    private static XskSocketFacts facts(Process process, XskFoundBy way) {
        try (var reader = way == XskFoundBy.BPF_ITERATOR ? XskIterator.open() : new XskDescriptors()) {
            return reader.sockets().stream()
                    .filter(each -> each.pid() == process.pid())
                    .findFirst()
                    .orElseThrow();
        } catch (Errno e) {
            assumeTrue(false, e.getMessage());
            throw e;
        }
    }

    private static Settings settings(Reads read) {
        return read.records.stream()
                .filter(Settings.class::isInstance)
                .map(Settings.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private static XskSocket socket(Xsk xsk, long pid) {
        return xsk.getSockets().stream()
                .filter(each -> each.getPid() == pid)
                .findFirst()
                .orElseThrow();
    }

    private static List<Integer> sizes(XskSocket socket) {
        return socket.getRings().stream().map(XskRing::getEntries).toList();
    }

    private static XskRing ring(XskSocket socket, XskRingKind kind) {
        return socket.getRings().stream()
                .filter(each -> each.getRing() == kind)
                .findFirst()
                .orElseThrow();
    }

    private static String reason(XskSocket socket, String name) {
        return socket.getAbsent().stream()
                .filter(each -> each.getName().equals(name))
                .map(Absence::getReason)
                .findFirst()
                .orElse("");
    }

    /** Mappings of AF_XDP rings in this process: each would hold a queue. */
    private static List<XskMaps.Ring> held() throws IOException {
        return XskMaps.parse(Files.readString(Path.of("/proc/self/maps")));
    }

    private static Path sampler() {
        try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
            return threads.filter(XskIT::isSampler).findFirst().orElseThrow();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isSampler(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).trim().equals("ringtail-xsk");
        } catch (IOException e) {
            return false;
        }
    }

    private static BitSet allowed(Path task) {
        try {
            byte[] list = Files.readAllLines(task.resolve("status")).stream()
                    .filter(line -> line.startsWith("Cpus_allowed_list:"))
                    .map(line -> line.substring("Cpus_allowed_list:".length()).trim())
                    .findFirst()
                    .orElseThrow()
                    .getBytes(StandardCharsets.US_ASCII);
            return CpuList.parse(list, list.length).orElseThrow();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
