package io.ringtail.collectors.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ringtail.collectors.counter.Counters;
import io.ringtail.schemas.record.CounterDelta;
import io.ringtail.schemas.record.CpuGauges;
import io.ringtail.schemas.record.Cpus;
import io.ringtail.schemas.record.FoundBy;
import io.ringtail.schemas.record.InterruptLine;
import io.ringtail.schemas.record.Interrupts;
import io.ringtail.schemas.record.IrqTarget;
import io.ringtail.schemas.record.Rings;
import io.ringtail.schemas.record.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** This machine's own kernel, read only. */
@Timeout(60)
class LiveSourcesTest {
    private static final ProcSys LIVE = ProcSys.live();

    private final Reads reads = new Reads();

    @BeforeEach
    void needsLinux() {
        assumeTrue(Files.isReadable(Path.of("/proc/interrupts")), "needs a Linux kernel's /proc/interrupts");
    }

    @Test
    void interruptsCountUpFromReadToRead() {
        try (InterruptsSource source = new InterruptsSource(LIVE, new IrqMapper(LIVE, NapiReader.NONE))) {
            Interrupts first = reads.read(source).only(Interrupts.class);
            Interrupts second = reads.read(source).only(Interrupts.class);
            assertThat(first.getLines()).isNotEmpty().allMatch(line -> line.getVerdict() == Verdict.FIRST);
            assertThat(second.getLines()).hasSameSizeAs(first.getLines());
            for (int i = 0; i < first.getLines().size(); i++) {
                InterruptLine before = first.getLines().get(i);
                InterruptLine after = second.getLines().get(i);
                assertThat(after.getLabel()).isEqualTo(before.getLabel());
                assertThat(after.getTotal()).isEqualTo(before.getTotal() + after.getDeltaTotal());
            }
        }
    }

    @Test
    void aVirtioInterfacesInterruptsAreFoundByItsMsiIrqs() throws IOException {
        Path device = Path.of("/sys/class/net/eth0/device");
        assumeTrue(
                Files.exists(device) && Files.isDirectory(device.toRealPath().resolveSibling("msi_irqs")),
                "needs an eth0 of virtio over PCI with MSI interrupts");
        Set<String> irqs;
        try (var names = Files.list(device.toRealPath().resolveSibling("msi_irqs"))) {
            irqs = names.map(path -> path.getFileName().toString()).collect(Collectors.toSet());
        }
        try (InterruptsSource source = new InterruptsSource(LIVE, new IrqMapper(LIVE, NapiReader.NONE))) {
            List<InterruptLine> served = reads.read(source).only(Interrupts.class).getLines().stream()
                    .filter(line -> line.getTargets().stream().anyMatch(target -> isEth0(target)))
                    .toList();
            assertThat(served).extracting(InterruptLine::getLabel).containsExactlyInAnyOrderElementsOf(irqs);
            assertThat(served).allMatch(line -> line.getTargets().getFirst().getFoundBy() == FoundBy.MSI_IRQS);
            assertThat(served)
                    .filteredOn(line -> line.getActions().getFirst().endsWith("-input.0"))
                    .allMatch(line -> line.getTargets().getFirst().getQueue() == 0);
        }
    }

    @Test
    void everyOnlineCpuHasItsTimesSoftirqsAndSoftnet() {
        try (CpusSource source = new CpusSource(LIVE)) {
            reads.read(source);
            Cpus second = reads.read(source).only(Cpus.class);
            assertThat(second.getAbsent()).isEmpty();
            assertThat(second.getSkippedLines()).isZero();
            assertThat(second.getCpus())
                    .filteredOn(CpuGauges::getOnline)
                    .isNotEmpty()
                    .allSatisfy(cpu -> {
                        assertThat(cpu.getBusyNs()).isNotNull();
                        assertThat(cpu.getNetRxSoftirqs()).isNotNull();
                        assertThat(cpu.getSoftnetProcessed()).isNotNull();
                    });
        }
    }

    @Test
    void everyInterfaceHasTheCountersThatSysfsShows() throws IOException {
        try (RingsSource source = new RingsSource(LIVE, QueueStatsReader.NONE)) {
            long before = loopbackPackets();
            List<Rings> rings = reads.read(source).all(Rings.class);
            long after = loopbackPackets();
            Rings loopback = rings.stream()
                    .filter(record -> record.getInterface$().equals("lo"))
                    .findFirst()
                    .orElseThrow();
            CounterDelta packets = loopback.getCounters().getFirst();
            assertThat(packets.getName()).isEqualTo("rx-packets");
            assertThat(Counters.bits(packets.getRaw())).isBetween(before, after);
            assertThat(rings).allMatch(record -> record.getCounters().size() == 14);
        }
    }

    private static boolean isEth0(IrqTarget target) {
        return target.getInterface$().equals("eth0");
    }

    private static long loopbackPackets() throws IOException {
        return Long.parseLong(Files.readString(Path.of("/sys/class/net/lo/statistics/rx_packets"))
                .trim());
    }
}
