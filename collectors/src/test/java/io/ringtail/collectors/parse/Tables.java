package io.ringtail.collectors.parse;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** Short ways for tests to parse text. */
final class Tables {
    private Tables() {}

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static CpuTable table(String text) {
        CpuTable table = new CpuTable();
        table.parse(bytes(text), bytes(text).length);
        return table;
    }

    static SoftnetStat softnet(String text) {
        return SoftnetStat.parse(bytes(text), bytes(text).length);
    }

    static InterruptName name(String row) {
        return table("CPU0 CPU1\n" + row).row(0).interrupt();
    }

    static Map<Integer, Long> perCpu(CpuTable table, String label) {
        Map<Integer, Long> counts = new TreeMap<>();
        CpuTable.Row row = table.row(label);
        for (int column = 0; column < row.size(); column++) {
            counts.put(table.cpu(column), row.count(column));
        }
        return counts;
    }
}
