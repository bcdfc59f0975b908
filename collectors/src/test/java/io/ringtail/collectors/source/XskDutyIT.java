package io.ringtail.collectors.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.RingMemory;
import io.ringtail.collectors.linux.ThreadPlacement;
import io.ringtail.collectors.linux.XskReader;
import io.ringtail.collectors.linux.XskSamples;
import io.ringtail.collectors.linux.XskSocketFacts;
import io.ringtail.collectors.parse.XskMaps;
import io.ringtail.schemas.record.Xsk;
import io.ringtail.schemas.record.XskFoundBy;
import io.ringtail.schemas.record.XskRing;
import io.ringtail.schemas.record.XskRingKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The sampler against a program that toggles flags and indices of a zero-copy socket's rings, in a memfd, and says for
 * which share of the time: stands in for a NIC with zero copy. Needs gcc and the right to read a child's memory.
 */
@Timeout(180)
class XskDutyIT {
    private static final int ENTRIES = 1024;
    private static final int PAGE = 4096;
    private static final int SAMPLES = 20_000;
    private static final long PERIOD_NS = 500_000;
    // Long beside the delays of a busy machine, and no multiple of the sampling.
    private static final String PERIOD_US = "41300";
    private static final double ON_FILL = 0.25;
    private static final double OFF_FILL = 0.75;

    private final Reads reads = new Reads();

    @ParameterizedTest
    @ValueSource(ints = {10, 37, 90})
    void dutyAndFillAreToldWithinOnePercent(int percent, @TempDir Path directory) throws Exception {
        Process program = new ProcessBuilder(compile(directory), Integer.toString(percent), PERIOD_US).start();
        try (BufferedReader output = program.inputReader(StandardCharsets.UTF_8)) {
            long address = Long.parseUnsignedLong(output.readLine(), 16);
            assertThat(output.readLine()).isEqualTo("READY");
            try (XskSource source = source(new Toggled((int) program.pid(), address))) {
                reads.read(source);
                program.outputWriter().append('\n').flush();
                Thread sampler = Thread.ofPlatform().start(() -> sample(source));
                sampler.join();
                program.outputWriter().append('\n').flush();
                reads.read(source);
            }
            check(Long.parseLong(output.readLine()) / 1e6);
        } finally {
            program.destroyForcibly().onExit().join();
        }
    }

    /** Punctually where it may be: on a busy machine two that are late together see each other at the wrong times. */
    private static void sample(XskSource source) {
        try {
            ThreadPlacement.fifo(9);
        } catch (Errno e) {
            // As it is, then.
        }
        for (int i = 0; i < SAMPLES; i++) {
            source.sample();
            LockSupport.parkNanos(PERIOD_NS);
        }
    }

    private void check(double duty) {
        List<XskRing> rings = reads.records.stream()
                .filter(Xsk.class::isInstance)
                .map(Xsk.class::cast)
                .findFirst()
                .orElseThrow()
                .getSockets()
                .getFirst()
                .getRings();
        double fill = duty * ON_FILL + (1 - duty) * OFF_FILL;
        for (XskRing ring : rings) {
            // The three words of a ring are written one after the other: a sample between two of them is no fault.
            assertThat(ring.getSamples() + ring.getSuspect()).isEqualTo(SAMPLES);
            assertThat(ring.getFillMean()).as("%s", ring).isCloseTo(fill, within(0.01));
            assertThat(ring.getFillMax()).isEqualTo(OFF_FILL);
        }
        assertThat(wakeup(rings, XskRingKind.TX)).isCloseTo(duty, within(0.01));
        assertThat(wakeup(rings, XskRingKind.FILL)).isCloseTo(duty, within(0.01));
        assertThat(wakeup(rings, XskRingKind.RX)).isNull();
        assertThat(wakeup(rings, XskRingKind.COMPLETION)).isNull();
    }

    private static Double wakeup(List<XskRing> rings, XskRingKind kind) {
        return rings.stream()
                .filter(ring -> ring.getRing() == kind)
                .findFirst()
                .orElseThrow()
                .getNeedWakeupShare();
    }

    private static XskSource source(XskReader reader) {
        ProcSys roots = ProcSys.live();
        return new XskSource(
                roots,
                new IrqMapper(roots, NapiReader.NONE),
                List.of(new XskReaders.Way(XskFoundBy.DESCRIPTOR, () -> reader)));
    }

    private static String compile(Path directory) throws IOException, InterruptedException {
        try (InputStream source = XskDutyIT.class.getResourceAsStream("/xsk/ringtoggle.c")) {
            Path file = directory.resolve("ringtoggle.c");
            Files.copy(source, file);
            Path binary = directory.resolve("ringtoggle");
            Process gcc = new ProcessBuilder("gcc", "-Wall", "-O1", "-o", binary.toString(), file.toString()).start();
            assumeTrue(gcc.waitFor() == 0, "needs gcc and libc6-dev");
            return binary.toString();
        } catch (IOException e) {
            assumeTrue(false, "needs gcc: " + e.getMessage());
            throw e;
        }
    }

    /** The program's rings as a zero-copy socket's. */
    private static final class Toggled implements XskReader {
        private final int pid;
        private final RingMemory memory;

        private Toggled(int pid, long address) {
            this.pid = pid;
            List<XskMaps.Ring> rings = new ArrayList<>();
            for (int ring = 0; ring < XskSocketFacts.RINGS; ring++) {
                rings.add(new XskMaps.Ring(1, ring, address + (long) ring * PAGE, PAGE));
            }
            this.memory = RingMemory.of(pid, offsets(), rings);
        }

        // struct xdp_ring_offset { __u64 producer, consumer, desc, flags; } of each ring
        private static byte[] offsets() {
            ByteBuffer words = ByteBuffer.allocate(128).order(ByteOrder.nativeOrder());
            for (int ring = 0; ring < XskSocketFacts.RINGS; ring++) {
                words.putLong(0).putLong(64).putLong(192).putLong(128);
            }
            return words.array();
        }

        @Override
        public List<XskSocketFacts> sockets() {
            return List.of(new XskSocketFacts(
                    1,
                    pid,
                    "ringtoggle",
                    OptionalLong.empty(),
                    OptionalInt.of(2),
                    Optional.of("eth0"),
                    OptionalInt.of(0),
                    Optional.of(true),
                    Optional.of(true),
                    Collections.nCopies(XskSocketFacts.RINGS, OptionalInt.of(ENTRIES)),
                    Optional.empty()));
        }

        @Override
        public void sample(int process, XskSamples into) {
            memory.sample(into);
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
