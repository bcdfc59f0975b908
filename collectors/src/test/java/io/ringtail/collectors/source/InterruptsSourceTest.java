package io.ringtail.collectors.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ringtail.schemas.record.InterruptLine;
import io.ringtail.schemas.record.Interrupts;
import io.ringtail.schemas.record.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class InterruptsSourceTest {
    private final Reads reads = new Reads();
    private FakeHost host;
    private InterruptsSource source;

    @BeforeEach
    void open(@TempDir Path root) {
        host = new FakeHost(root);
        source = new InterruptsSource(host.roots(), new IrqMapper(host.roots(), NapiReader.NONE));
    }

    @AfterEach
    void close() {
        source.close();
    }

    @Test
    void a1GluedCounterMakesOneSeriesNotOneARead() {
        String file = """
                           CPU0       CPU1
                 10:        101        202     GICv3  27 Level     arch_timer
                IPI0:%s       Rescheduling interrupts
                IPI1:         7          9       Function call interrupts
                Err:          0
                """;
        read(file.formatted("2147483649 1073741824"));
        Interrupts second = read(file.formatted("2147483655 1073741830"));
        assertThat(second.getLines()).extracting(InterruptLine::getLabel).containsExactly("10", "IPI0", "IPI1", "Err");
        assertThat(second.getLines()).extracting(InterruptLine::getVerdict).containsOnly(Verdict.OK);
        InterruptLine ipi = line(second, "IPI0");
        assertThat(ipi.getCpus()).containsExactly(0, 1);
        assertThat(ipi.getDeltas()).containsExactly(6L, 6L);
        assertThat(line(second, "Err").getTotal()).isZero();
        assertThat(line(second, "Err").getCpus()).isEmpty();
    }

    @Test
    void a2DeltasAreOfTheHeadersCpus() {
        String file = "   CPU0 CPU1 CPU4 CPU5\n 98: 11 22 %d %d IR-PCI-MSI 524289-edge eth0-TxRx-0\n";
        read(file.formatted(44, 55));
        Interrupts second = read(file.formatted(45, 57));
        assertThat(second.getOnlineCpus()).containsExactly(0, 1, 4, 5);
        assertThat(line(second, "98").getCpus()).containsExactly(4, 5);
        assertThat(line(second, "98").getDeltas()).containsExactly(1L, 2L);
        assertThat(line(second, "98").getTotal()).isEqualTo(135);
    }

    @Test
    void a9SkippedRowsAreToldInTheRecord() {
        Interrupts read = read("CPU0 CPU1\nFIQ:   usb_fiq\nXYZ: 5\n 17: 1 2 GICv2 29 Level arch_timer\n");
        assertThat(read.getSkippedNoCounters()).isEqualTo(1);
        assertThat(read.getSkippedShortRows()).isEqualTo(1);
        assertThat(read.getLines()).hasSize(1);
        assertThat(reads.skipped).isEqualTo(2);
    }

    @Test
    void a12WrapIsBelievedWithinABootOnly() {
        read(one("98", 4_294_967_290L, "eth0-rx-0"));
        InterruptLine wrapped = line(read(one("98", 5, "eth0-rx-0")), "98");
        assertThat(wrapped.getVerdict()).isEqualTo(Verdict.WRAP);
        assertThat(wrapped.getDeltaTotal()).isEqualTo(11);
        reads.bootId = "second";
        InterruptLine rebooted = line(read(one("98", 2, "eth0-rx-0")), "98");
        assertThat(rebooted.getVerdict()).isEqualTo(Verdict.RESET);
        assertThat(rebooted.getDeltaTotal()).isNull();
    }

    @Test
    void b15InsertedRowsShiftNothingAndAReusedNumberIsANewSeries() {
        String rx0 = " 90: %d 0 PCI-MSI 1-edge eth0-rx-0\n";
        String rx1 = " 91: %d 0 PCI-MSI 2-edge eth0-rx-1\n";
        read("CPU0 CPU1\n" + rx0.formatted(10) + rx1.formatted(20));
        Interrupts second = read("CPU0 CPU1\n 89: 1 0 PCI-MSI 3-edge usb9\n" + rx0.formatted(15) + rx1.formatted(26));
        assertThat(line(second, "89").getVerdict()).isEqualTo(Verdict.FIRST);
        assertThat(line(second, "90").getDeltaTotal()).isEqualTo(5);
        assertThat(line(second, "91").getDeltaTotal()).isEqualTo(6);
        Interrupts third = read("CPU0 CPU1\n 90: 3 0 PCI-MSI 1-edge nvme7q1\n");
        assertThat(third.getLines()).hasSize(1);
        assertThat(line(third, "90").getVerdict()).isEqualTo(Verdict.FIRST);
        assertThat(line(third, "90").getTotal()).isEqualTo(3);
        assertThat(line(third, "90").getDeltaTotal()).isNull();
    }

    @Test
    void a19AWideHostMakesASparseRecordThatABrokerTakes() throws IOException {
        read(wide(1_152, 600, 0));
        assertThat(size(reads.only(Interrupts.class))).isLessThan(1_000_000);
        Interrupts busy = read(wide(1_152, 600, 100_000));
        assertThat(size(busy)).isLessThan(1_000_000);
        assertThat(busy.getLines()).hasSize(600).allMatch(line -> line.getDeltaTotal() == 1_152L * 100_000);
        long withoutCpus = busy.getLines().stream()
                .filter(line -> line.getCpus().isEmpty())
                .count();
        assertThat(withoutCpus).isPositive().isEqualTo(reads.skipped);
        assertThat(reads.degraded).hasSize(1);
        Interrupts quiet = read(wide(1_152, 600, 100_000));
        assertThat(quiet.getLines()).allMatch(line -> line.getCpus().isEmpty() && line.getDeltaTotal() == 0);
        assertThat(reads.degraded).isEmpty();
    }

    @Test
    void withoutRoomForAllTheInterfacesRowsKeepTheirCpus() {
        host.nic("eth0", 2);
        source.close();
        source = new InterruptsSource(host.roots(), new IrqMapper(host.roots(), NapiReader.NONE), 3);
        String file = "CPU0 CPU1\nLOC: %1$d %1$d Local timer interrupts\n 90: %1$d %1$d PCI-MSI 1-edge eth0-rx-0\n";
        read(file.formatted(1));
        Interrupts second = read(file.formatted(2));
        assertThat(line(second, "90").getDeltas()).containsExactly(1L, 1L);
        assertThat(line(second, "LOC").getDeltas()).isEmpty();
        assertThat(line(second, "LOC").getDeltaTotal()).isEqualTo(2);
    }

    @Test
    void aCpuThatWasAwayLeavesAGapAndANewOneDoesNotMakeTheRowNew() {
        read("CPU0 CPU1\n 90: 1 10 PCI-MSI 1-edge eth0-rx-0\n");
        assertThat(line(read("CPU0\n 90: 2 PCI-MSI 1-edge eth0-rx-0\n"), "90").getVerdict())
                .isEqualTo(Verdict.OK);
        InterruptLine back = line(read("CPU0 CPU1 CPU2\n 90: 3 14 5 PCI-MSI 1-edge eth0-rx-0\n"), "90");
        assertThat(back.getVerdict()).isEqualTo(Verdict.GAP);
        assertThat(back.getCpus()).containsExactly(0, 1);
        assertThat(back.getDeltas()).containsExactly(1L, 4L);
    }

    @Test
    void aReadThatFailsSaysWhyAndLeavesAGap() {
        read(one("90", 1, "eth0-rx-0"));
        host.remove("proc/interrupts");
        source.close();
        assertThatThrownBy(() -> reads.read(source)).hasMessageContaining("/proc/interrupts (vanished)");
        InterruptLine after = line(read(one("90", 5, "eth0-rx-0")), "90");
        assertThat(after.getVerdict()).isEqualTo(Verdict.GAP);
        assertThat(after.getDeltaTotal()).isEqualTo(4);
    }

    private static String one(String label, long count, String action) {
        return "CPU0\n %s: %d PCI-MSI 1-edge %s\n".formatted(label, count, action);
    }

    private static String wide(int cpus, int rows, long count) {
        StringBuilder text = new StringBuilder("    ");
        IntStream.range(0, cpus).forEach(cpu -> text.append("       CPU").append(cpu));
        String counts = " %10d".formatted(count).repeat(cpus);
        IntStream.range(0, rows)
                .forEach(
                        row -> text.append("\n %d:%s  IR-PCI-MSI  %d-edge  nvme0q%d".formatted(row, counts, row, row)));
        return text.append('\n').toString();
    }

    private static int size(Interrupts record) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
        new SpecificDatumWriter<>(Interrupts.class).write(record, encoder);
        encoder.flush();
        return bytes.size();
    }

    private Interrupts read(String file) {
        host.put("proc/interrupts", file);
        return reads.read(source).only(Interrupts.class);
    }

    private static InterruptLine line(Interrupts interrupts, String label) {
        List<InterruptLine> lines = interrupts.getLines().stream()
                .filter(line -> line.getLabel().equals(label))
                .toList();
        assertThat(lines).hasSize(1);
        return lines.getFirst();
    }
}
