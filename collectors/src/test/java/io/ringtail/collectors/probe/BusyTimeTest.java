package io.ringtail.collectors.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BusyTimeTest {
    @Test
    void idleIowaitAndStealAreNotBusyAndGuestsAreNotCountedTwice() {
        assertThat(parse("cpu  100 20 30 4000 500 6 7 80 9 10\ncpu0 1 2"))
                .isEqualTo((100 + 20 + 30 + 6 + 7) * 10_000_000L);
    }

    @Test
    void aLineThatIsCutIsUnknown() {
        assertThat(parse("cpu  100 20 30 4000")).isEqualTo(Datagrams.UNKNOWN);
        assertThat(parse("")).isEqualTo(Datagrams.UNKNOWN);
    }

    @Test
    void theHostsOwnGrowsOnly() {
        try (BusyTime busy = new BusyTime()) {
            long first = busy.readNs();
            assertThat(first).isPositive();
            assertThat(busy.readNs()).isGreaterThanOrEqualTo(first);
        }
    }

    private static long parse(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return BusyTime.parse(ByteBuffer.wrap(bytes), bytes.length);
    }
}
