package io.ringtail.collectors.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ringtail.schemas.record.CpuGauges;
import io.ringtail.schemas.record.Cpus;
import io.ringtail.schemas.record.Verdict;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CpusSourceTest {
    private static final String SOFTIRQS = """
                            CPU0       CPU1       CPU2       CPU3
              NET_TX:         10          0         12          0
              NET_RX:  %9d          7  %9d          0
        """;
    private static final String STAT = """
            cpu  1 2 3 4 5 6 7 8 9 10
            cpu0 %d 0 0 500 0 1 2 3 0 0
            cpu2 200 0 0 500 0 1 2 3 0 0
            intr 99
            """;
    private static final String THIRTEEN = "%s 0 0 0 0 0 0 0 0 0 0 5 %x\n";
    private static final String ELEVEN = "%s 0 0 0 0 0 0 0 0 0 0\n";

    private final Reads reads = new Reads();
    private FakeHost host;
    private CpusSource source;

    @BeforeEach
    void open(@TempDir Path root) {
        host = new FakeHost(root);
        host.put("sys/devices/system/cpu/online", "0,2\n");
        host.put("proc/stat", STAT.formatted(100));
        host.put("proc/softirqs", SOFTIRQS.formatted(1_000, 3_000));
        host.put("proc/net/softnet_stat", THIRTEEN.formatted("ffffffff", 0) + THIRTEEN.formatted("10", 2));
        source = new CpusSource(host.roots());
    }

    @AfterEach
    void close() {
        source.close();
    }

    @Test
    void a4PossibleCpusAreKeptAndMarkedOffline() {
        read();
        host.put("proc/softirqs", SOFTIRQS.formatted(1_010, 3_030));
        Cpus second = read();
        assertThat(second.getCpus()).extracting(CpuGauges::getCpu).containsExactly(0, 1, 2, 3);
        assertThat(second.getCpus()).extracting(CpuGauges::getOnline).containsExactly(true, false, true, false);
        assertThat(cpu(second, 2).getNetRxSoftirqs()).isEqualTo(30);
        assertThat(cpu(second, 1).getNetRxSoftirqs()).isZero();
        assertThat(cpu(second, 1).getBusyNs()).isNull();
    }

    @Test
    void busyTimeIsTheDeltaOfItsTicks() {
        Cpus first = read();
        assertThat(first.getIntervalNs()).isZero();
        assertThat(cpu(first, 0).getBusyNs()).isNull();
        assertThat(cpu(first, 0).getVerdict()).isEqualTo(Verdict.FIRST);
        host.put("proc/stat", STAT.formatted(150));
        Cpus second = read();
        assertThat(second.getIntervalNs()).isEqualTo(Reads.SECOND_NS);
        assertThat(cpu(second, 0).getBusyNs()).isEqualTo(500_000_000);
        assertThat(cpu(second, 0).getStealNs()).isZero();
        assertThat(cpu(second, 0).getVerdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void a12SoftnetWrapsAndTheVerdictIsTheWorst() {
        read();
        host.put("proc/net/softnet_stat", THIRTEEN.formatted("4", 0) + THIRTEEN.formatted("12", 2));
        Cpus second = read();
        assertThat(cpu(second, 0).getSoftnetProcessed()).isEqualTo(5);
        assertThat(cpu(second, 0).getVerdict()).isEqualTo(Verdict.WRAP);
        assertThat(cpu(second, 2).getSoftnetProcessed()).isEqualTo(2);
        assertThat(cpu(second, 2).getSoftnetBacklog()).isEqualTo(5);
        assertThat(cpu(second, 2).getVerdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void a10NarrowLinesAreOfTheOnlineCpusInTheirOrder() {
        host.put("proc/net/softnet_stat", ELEVEN.formatted("1") + ELEVEN.formatted("2"));
        read();
        host.put("proc/net/softnet_stat", ELEVEN.formatted("1") + ELEVEN.formatted("9"));
        Cpus second = read();
        assertThat(cpu(second, 0).getSoftnetProcessed()).isZero();
        assertThat(cpu(second, 2).getSoftnetProcessed()).isEqualTo(7);
        assertThat(cpu(second, 2).getSoftnetBacklog()).isNull();
        assertThat(cpu(second, 1).getSoftnetProcessed()).isNull();
    }

    @Test
    void a10NarrowLinesWithoutAnOnlineListAreOfNoCpu() {
        host.remove("sys/devices/system/cpu/online");
        host.put("proc/net/softnet_stat", ELEVEN.formatted("1") + ELEVEN.formatted("2"));
        Cpus read = read();
        assertThat(read.getCpus()).allMatch(cpu -> cpu.getSoftnetProcessed() == null);
        assertThat(read.getAbsent()).extracting(absence -> absence.getName()).containsExactly("softnet");
        assertThat(reads.degraded).containsOnlyKeys("softnet");
        assertThat(read.getCpus()).extracting(CpuGauges::getOnline).containsExactly(true, false, true, false);
    }

    @Test
    void a10ARejectedLineShiftsNoOther() {
        host.put("proc/net/softnet_stat", "bad\n" + ELEVEN.formatted("2"));
        read();
        host.put("proc/net/softnet_stat", "bad\n" + ELEVEN.formatted("5"));
        Cpus second = read();
        assertThat(cpu(second, 2).getSoftnetProcessed()).isEqualTo(3);
        assertThat(cpu(second, 0).getSoftnetProcessed()).isNull();
        assertThat(second.getSkippedLines()).isEqualTo(1);
        assertThat(reads.skipped).isEqualTo(1);
    }

    @Test
    void aFileThatCannotBeReadLosesOnlyItsOwnValues() {
        host.remove("proc/softirqs");
        Cpus read = read();
        assertThat(read.getAbsent()).extracting(absence -> absence.getReason()).containsExactly("vanished");
        assertThat(reads.degraded).containsEntry("softirqs", "vanished");
        assertThat(read.getCpus()).extracting(CpuGauges::getCpu).containsExactly(0, 2);
    }

    @Test
    void withoutAnyFileTheReadFailsAndSaysWhatIsNeeded() {
        host.remove("proc");
        assertThatThrownBy(() -> reads.read(source)).hasMessageContaining("procfs");
    }

    @Test
    void aCpuThatWasOfflineLeavesAGap() {
        read();
        host.put("proc/stat", "cpu0 100 0 0 500 0 1 2 3 0 0\n");
        read();
        host.put("proc/stat", STAT.formatted(100));
        assertThat(cpu(read(), 2).getVerdict()).isEqualTo(Verdict.GAP);
    }

    private Cpus read() {
        return reads.read(source).only(Cpus.class);
    }

    private static CpuGauges cpu(Cpus cpus, int number) {
        return cpus.getCpus().stream()
                .filter(cpu -> cpu.getCpu() == number)
                .findFirst()
                .orElseThrow();
    }
}
