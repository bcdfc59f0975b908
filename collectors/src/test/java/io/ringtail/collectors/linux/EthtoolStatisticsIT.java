package io.ringtail.collectors.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ringtail.collectors.driver.DriverNames;
import io.ringtail.collectors.driver.StatisticsPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Drivers' statistics of this machine's own interface, only read, against what {@code ethtool -S} prints. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class EthtoolStatisticsIT {
    @Test
    void namesAndValuesAreThoseThatEthtoolPrints() throws IOException, InterruptedException {
        assumeTrue(Files.exists(Path.of("/sys/class/net/eth0")), "needs an interface eth0");
        assumeTrue(Files.isExecutable(Path.of("/usr/sbin/ethtool")), "needs ethtool");
        try (EthtoolStatistics statistics = EthtoolStatistics.open()) {
            List<String> names = statistics.names("eth0");
            assertThat(statistics.count("eth0")).isEqualTo(names.size());
            long[] before = Arrays.copyOf(statistics.values("eth0", names.size()), names.size());
            List<String> printed = ethtool("-S", "eth0");
            long[] after = Arrays.copyOf(statistics.values("eth0", names.size()), names.size());
            assertThat(printed).hasSize(names.size());
            for (int i = 0; i < names.size(); i++) {
                int colon = printed.get(i).lastIndexOf(':');
                assertThat(printed.get(i).substring(0, colon).strip())
                        .isEqualTo(names.get(i).strip());
                assertThat(Long.parseLong(printed.get(i).substring(colon + 1).strip()))
                        .isBetween(before[i], after[i]);
            }
        }
    }

    @Test
    void theNamesFileOfThisDriverKnowsItsQueues() {
        assumeTrue(Files.exists(Path.of("/sys/class/net/eth0")), "needs an interface eth0");
        try (Ethtool ethtool = Ethtool.open();
                EthtoolStatistics statistics = EthtoolStatistics.open()) {
            String driver = ethtool.driver("eth0").name();
            assumeTrue(driver.equals("virtio_net"), "needs a virtio NIC");
            StatisticsPlan plan = StatisticsPlan.of(DriverNames.of(driver), statistics.names("eth0"), 2_048);
            assertThat(plan.unknown()).isEmpty();
            assertThat(plan.series()).extracting(StatisticsPlan.Series::name).contains("kicks");
        }
    }

    private static List<String> ethtool(String... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("/usr/sbin/ethtool");
        builder.command().addAll(List.of(arguments));
        Process process = builder.redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return text.lines().skip(1).toList();
    }
}
