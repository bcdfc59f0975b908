package io.ringtail.collectors.parse;

import static io.ringtail.collectors.parse.Tables.perCpu;
import static io.ringtail.collectors.parse.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CpuTableTest {
    private static final String A1 = """
                       CPU0       CPU1
             10:        101        202     GICv3  27 Level     arch_timer
            IPI0:%s       Rescheduling interrupts
            IPI1:         7          9       Function call interrupts
            Err:          0
            """;

    @Test
    void a1GluedCounterIsNotPartOfTheLabel() {
        CpuTable table = table(A1.formatted("2147483649 1073741824"));
        assertThat(labels(table)).isEqualTo("10 IPI0 IPI1 Err");
        assertThat(perCpu(table, "IPI0")).isEqualTo(Map.of(0, 2147483649L, 1, 1073741824L));
        assertThat(table.row("IPI0").interrupt().actions()).containsExactly("Rescheduling interrupts");
    }

    @Test
    void a1SingleTotalHasNoCpu() {
        CpuTable.Row err = table(A1.formatted("1 2")).row("Err");
        assertThat(err.single()).isTrue();
        assertThat(err.total()).isZero();
    }

    @Test
    void a2ColumnsAreTheCpusOfTheHeader() {
        CpuTable table = table("""
                        CPU0       CPU1       CPU4       CPU5
             98:         11         22         44         55  IR-PCI-MSI 524289-edge      eth0-TxRx-0
            LOC:          1          2          4          5   Local timer interrupts
            """);
        assertThat(perCpu(table, "98")).isEqualTo(Map.of(0, 11L, 1, 22L, 4, 44L, 5, 55L));
        assertThat(perCpu(table, "LOC")).isEqualTo(Map.of(0, 1L, 1, 2L, 4, 4L, 5, 5L));
    }

    @Test
    void a4SoftirqsAndInterruptsJoinByCpuNumber() {
        CpuTable interrupts = table("CPU0 CPU2\n 30: 100 300  PCI-MSI 1-edge  eth0-rx-0\n");
        CpuTable softirqs = table("""
                                CPU0       CPU1       CPU2       CPU3
                  NET_TX:         10          0         12          0
                  NET_RX:       1000          7       3000          0
            """);
        assertThat(perCpu(interrupts, "30")).containsEntry(2, 300L).doesNotContainKey(1);
        assertThat(perCpu(softirqs, "NET_RX")).containsEntry(2, 3000L).containsEntry(1, 7L);
    }

    @Test
    void a9RowsWithoutOrWithTooFewCountersAreSkippedAndCounted() {
        CpuTable table = table("""
              CPU0 CPU1 CPU2 CPU3
            FIQ:              usb_fiq
            XYZ:          5          6
             17: 1 2 3 4  GICv2 29 Level arch_timer
            """);
        assertThat(labels(table)).isEqualTo("17");
        assertThat(table.skippedNoCounters()).isEqualTo(1);
        assertThat(table.skippedShortRows()).isEqualTo(1);
        assertThat(table.row("17").total()).isEqualTo(10);
    }

    @Test
    void a19WideRowsAreParsedWhole() {
        CpuTable table = table(wide(1_152, 600));
        assertThat(table.cpuCount()).isEqualTo(1_152);
        assertThat(table.rowCount()).isEqualTo(600);
        assertThat(table.row(599).count(1_151)).isEqualTo(599L * 1_151);
        assertThat(table.row(599).interrupt().actions()).containsExactly("eth0-TxRx-599");
    }

    @Test
    void namesAreNotReadAgainWhileTheRowSaysTheSame() {
        byte[] first = Tables.bytes("CPU0\n 30: 1 PCI-MSI 1-edge eth0\n");
        byte[] second = Tables.bytes("CPU0\n 30: 2 PCI-MSI 1-edge eth0\n");
        byte[] other = Tables.bytes("CPU0\n 30: 3 PCI-MSI 1-edge nvme7q1\n");
        CpuTable table = new CpuTable();
        table.parse(first, first.length);
        InterruptName name = table.row(0).interrupt();
        table.parse(second, second.length);
        assertThat(table.row(0).interrupt()).isSameAs(name);
        table.parse(other, other.length);
        assertThat(table.row(0).interrupt().actions()).containsExactly("nvme7q1");
    }

    @Test
    void withoutAHeaderNoRowIsBelieved() {
        CpuTable table = table(" 30: 1 PCI-MSI 1-edge eth0\n 31: 1 PCI-MSI 2-edge eth1\n");
        assertThat(table.rowCount()).isZero();
        assertThat(table.skippedMalformed()).isEqualTo(2);
    }

    @Test
    void aLaterFileWithFewerCpusLeavesNothingOfTheEarlier() {
        byte[] two = Tables.bytes("CPU0 CPU1\n 30: 1 2 x\n 31: 3 4 y\n");
        byte[] one = Tables.bytes("CPU1\n 30: 5 x\n");
        CpuTable table = new CpuTable();
        table.parse(two, two.length);
        table.parse(one, one.length);
        assertThat(labels(table)).isEqualTo("30");
        assertThat(perCpu(table, "30")).isEqualTo(Map.of(1, 5L));
    }

    private static String labels(CpuTable table) {
        return IntStream.range(0, table.rowCount())
                .mapToObj(i -> table.row(i).label())
                .collect(Collectors.joining(" "));
    }

    private static String wide(int cpus, int rows) {
        StringBuilder text = new StringBuilder("    ");
        IntStream.range(0, cpus).forEach(cpu -> text.append("       CPU").append(cpu));
        for (int row = 0; row < rows; row++) {
            text.append("\n %d:".formatted(row));
            for (int cpu = 0; cpu < cpus; cpu++) {
                text.append(" %10d".formatted((long) row * cpu));
            }
            text.append("  IR-PCI-MSIX-0000:c4:00.1  %d-edge      eth0-TxRx-%d".formatted(row, row));
        }
        return text.toString();
    }
}
