package io.ringtail.collectors.parse;

import static io.ringtail.collectors.parse.Tables.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.BitSet;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ValuesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "7",
                "999999999999999999",
                "1000000000000000000",
                "9223372036854775807",
                "9223372036854775808",
                "18446744073709551615"
            })
    void b13UnsignedValuesKeepTheirBits(String text) {
        assertThat(unsigned(text + "\n")).hasValue(new BigInteger(text).longValue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "\n", "-1", "1.5", "18446744073709551616", "99999999999999999999", "12a", "0x10", "1 2"})
    void whatIsNoUnsignedValueIsAbsent(String text) {
        assertThat(unsigned(text)).isEmpty();
    }

    @Test
    void cpuListsAreRangesAndNumbers() {
        assertThat(cpus("0-3,8,10-11\n").orElseThrow()).hasToString("{0, 1, 2, 3, 8, 10, 11}");
        assertThat(cpus("0,2").orElseThrow()).hasToString("{0, 2}");
        assertThat(cpus("\n").orElseThrow().isEmpty()).isTrue();
        assertThat(cpus("3-1")).isEmpty();
        assertThat(cpus("a")).isEmpty();
        assertThat(cpus("0-9999999")).isEmpty();
    }

    @Test
    void busyTimeHasNoIdleNoStealAndGuestsOnlyOnce() {
        String stat = """
                cpu  60253 0 5090 181614 872 0 201 6112 0 0
                cpu0 100 20 30 4000 500 6 7 80 90 10
                cpu7 1 2 x 4 5 6 7 8 9 10
                intr 420708 0 0
                """;
        CpuTimes.Stat parsed = CpuTimes.parse(bytes(stat), bytes(stat).length);
        assertThat(parsed.skipped()).isEqualTo(1);
        assertThat(parsed.cpus())
                .containsExactly(new CpuTimes(0, 1_630_000_000L, 60_000_000L, 70_000_000L, 800_000_000L));
    }

    @Test
    void b18PressureIsInFlightOverLimitAndTheDefaultMaximumIsNoLimit() {
        ByteQueueLimits bql = bql(67_893, 70_000, 1_879_048_192L, OptionalLong.empty());
        assertThat(bql.pressure().orElseThrow()).isBetween(1.0305, 1.0315);
        assertThat(bql.unlimited()).isTrue();
        assertThat(bql.stalls()).isEmpty();
        assertThat(bql(1, 0, 4_096, OptionalLong.empty()).unlimited()).isFalse();
    }

    @Test
    void aLimitOfZeroIsReachedByTheFirstByte() {
        assertThat(ByteQueueLimits.pressure(0, 0)).isZero();
        assertThat(ByteQueueLimits.pressure(1, 0)).isEqualTo(1);
        assertThat(ByteQueueLimits.atLimit(0, 0)).isFalse();
        assertThat(ByteQueueLimits.atLimit(1, 0)).isTrue();
    }

    private static ByteQueueLimits bql(long limit, long inflight, long max, OptionalLong stalls) {
        return new ByteQueueLimits(
                OptionalLong.of(limit),
                OptionalLong.of(0),
                OptionalLong.of(max),
                OptionalLong.of(inflight),
                OptionalLong.of(1_000),
                stalls,
                stalls,
                stalls);
    }

    private static OptionalLong unsigned(String text) {
        return SysfsValue.unsigned(bytes(text), bytes(text).length);
    }

    private static Optional<BitSet> cpus(String text) {
        return CpuList.parse(bytes(text), bytes(text).length);
    }
}
