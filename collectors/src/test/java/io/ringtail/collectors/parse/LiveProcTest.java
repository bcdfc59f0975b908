package io.ringtail.collectors.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** This machine's own files, against a plain reading of the same bytes by other means. */
@Timeout(60)
class LiveProcTest {
    @Test
    void interruptsAgreeWithAPlainReading() throws IOException {
        assertTableAgrees("/proc/interrupts");
    }

    @Test
    void softirqsAgreeWithAPlainReading() throws IOException {
        assertTableAgrees("/proc/softirqs");
    }

    @Test
    void softnetStatAgreesWithAPlainReading() throws IOException {
        byte[] bytes = live("/proc/net/softnet_stat");
        SoftnetStat stat = SoftnetStat.parse(bytes, bytes.length);
        List<String> lines =
                new String(bytes, StandardCharsets.US_ASCII).lines().toList();
        assertThat(stat.rejected()).isZero();
        assertThat(stat.lines()).hasSameSizeAs(lines);
        for (int i = 0; i < lines.size(); i++) {
            String[] columns = lines.get(i).split(" ", -1);
            assertThat(stat.lines().get(i).processed()).isEqualTo(Long.parseLong(columns[0], 16));
            assertThat(stat.lines().get(i).timeSqueeze()).isEqualTo(Long.parseLong(columns[2], 16));
        }
    }

    @Test
    void statAgreesWithAPlainReading() throws IOException {
        byte[] bytes = live("/proc/stat");
        CpuTimes.Stat stat = CpuTimes.parse(bytes, bytes.length);
        List<String> lines = new String(bytes, StandardCharsets.US_ASCII)
                .lines()
                .filter(line -> line.matches("cpu\\d+ .*"))
                .toList();
        assertThat(stat.skipped()).isZero();
        assertThat(stat.cpus()).hasSameSizeAs(lines);
        for (int i = 0; i < lines.size(); i++) {
            long[] ticks = Arrays.stream(lines.get(i)
                            .substring(lines.get(i).indexOf(' ') + 1)
                            .split(" ", -1))
                    .mapToLong(Long::parseLong)
                    .toArray();
            long busy = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6];
            assertThat(stat.cpus().get(i).busyNs()).isEqualTo(busy * 10_000_000);
        }
    }

    private static void assertTableAgrees(String file) throws IOException {
        byte[] bytes = live(file);
        CpuTable table = new CpuTable();
        table.parse(bytes, bytes.length);
        Map<String, Long> parsed = new TreeMap<>();
        for (int i = 0; i < table.rowCount(); i++) {
            parsed.put(table.row(i).label(), table.row(i).total());
        }
        assertThat(parsed).isEqualTo(plainTotals(bytes));
    }

    private static Map<String, Long> plainTotals(byte[] bytes) {
        List<String> lines =
                new String(bytes, StandardCharsets.US_ASCII).lines().toList();
        int cpus = lines.getFirst().trim().split("\\s+").length;
        Map<String, Long> totals = new TreeMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] halves = line.split(":", 2);
            totals.put(
                    halves[0].trim(),
                    Arrays.stream(halves[1].trim().split("\\s+"))
                            .limit(cpus)
                            .filter(word -> word.matches("\\d+"))
                            .mapToLong(Long::parseLong)
                            .sum());
        }
        return totals;
    }

    private static byte[] live(String file) throws IOException {
        assumeTrue(Files.isReadable(Path.of(file)), "needs a Linux kernel's " + file);
        return Files.readAllBytes(Path.of(file));
    }
}
