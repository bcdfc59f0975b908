package io.ringtail.collectors.parse;

import static io.ringtail.collectors.parse.Tables.softnet;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SoftnetStatTest {
    private static final String NINE =
            "0000000a 00000001 00000002 00000000 00000000 00000000 00000000 00000000 00000003";

    @Test
    void a10NineColumnsHaveTheFirstFourOnly() {
        SoftnetStat.Line line = only(NINE);
        assertThat(line.processed()).isEqualTo(10);
        assertThat(line.dropped()).isEqualTo(1);
        assertThat(line.timeSqueeze()).isEqualTo(2);
        assertThat(line.cpuCollision()).isEqualTo(3);
        assertThat(line.receivedRps()).isEmpty();
        assertThat(line.flowLimit()).isEmpty();
        assertThat(line.backlog()).isEmpty();
        assertThat(line.cpu()).isEmpty();
        assertThat(line.inputQueue()).isEmpty();
        assertThat(line.processQueue()).isEmpty();
    }

    @Test
    void a10TenAndElevenColumnsAddRpsAndFlowLimit() {
        assertThat(only(NINE + " 00000004").receivedRps()).hasValue(4);
        assertThat(only(NINE + " 00000004").flowLimit()).isEmpty();
        assertThat(only(NINE + " 00000004 00000005").flowLimit()).hasValue(5);
        assertThat(only(NINE + " 00000004 00000005").backlog()).isEmpty();
    }

    @Test
    void a10ThirteenColumnsNameTheCpuInHexadecimal() {
        SoftnetStat.Line line = only("0000a1b2 00000000 00000003 00000000 00000000 00000000 00000000 00000000 00000000"
                + " 00000000 00000000 00000007 00000010");
        assertThat(line.processed()).isEqualTo(41_394);
        assertThat(line.timeSqueeze()).isEqualTo(3);
        assertThat(line.backlog()).hasValue(7);
        assertThat(line.cpu()).hasValue(16);
        assertThat(line.inputQueue()).isEmpty();
    }

    @Test
    void a10FifteenColumnsHaveBothQueues() {
        SoftnetStat.Line line = only("00000064 00000001 00000002 00000000 00000000 00000000 00000000 00000000 00000000"
                + " 00000005 00000006 00000007 0000000b 00000003 00000004");
        assertThat(line.processed()).isEqualTo(100);
        assertThat(line.receivedRps()).hasValue(5);
        assertThat(line.flowLimit()).hasValue(6);
        assertThat(line.backlog()).hasValue(7);
        assertThat(line.cpu()).hasValue(11);
        assertThat(line.inputQueue()).hasValue(3);
        assertThat(line.processQueue()).hasValue(4);
        assertThat(line.extraColumns()).isZero();
    }

    @Test
    void a10ColumnsBeyondTheKnownOnesAreCounted() {
        SoftnetStat stat = softnet(NINE + " 0 0 0 2 0 0 ffffffff 1\n");
        assertThat(stat.extraColumns()).isEqualTo(2);
        assertThat(stat.lines().getFirst().cpu()).hasValue(2);
    }

    @Test
    void a10BadLinesAreRejectedAloneAndKeepTheirPlace() {
        SoftnetStat stat = softnet("1 2 3 4 5 6 7 8\n" + NINE + "\n" + NINE.replace("0a", "0g") + "\n" + NINE + "\n");
        assertThat(stat.rejected()).isEqualTo(2);
        assertThat(stat.lines()).extracting(SoftnetStat.Line::number).containsExactly(1, 3);
    }

    private static SoftnetStat.Line only(String text) {
        SoftnetStat stat = softnet(text + "\n");
        assertThat(stat.rejected()).isZero();
        assertThat(stat.lines()).hasSize(1);
        return stat.lines().getFirst();
    }
}
