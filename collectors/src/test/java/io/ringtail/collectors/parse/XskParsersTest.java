package io.ringtail.collectors.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class XskParsersTest {
    private static final String MAPS = """
        5581aa000000-5581aa001000 r--p 00000000 fe:00 1234    /usr/bin/xsk[1]
        7f0000000000-7f0000002000 rw-s 00000000 00:08 493545  socket:[493545]
        7f0000010000-7f0000011000 rw-s 80000000 00:08 493545  socket:[493545]
        7f0000020000-7f0000023000 rw-s 100000000 00:08 493545 socket:[493545]
        7f0000030000-7f0000031000 rw-s 180000000 00:08 493545 socket:[493545]
        7f0000040000-7f0000041000 rw-s 00001000 00:08 77      socket:[77]
        """;

    @Test
    void b19OccupancyIsModulo32Bits() {
        assertThat(XskRingState.occupancy(5, (int) 4294967290L, 2048)).isEqualTo(OptionalInt.of(11));
    }

    @Test
    void b19MoreThanTheRingHoldsIsATornRead() {
        assertThat(XskRingState.occupancy(10, 4000, 2048)).isEmpty();
        assertThat(XskRingState.occupancy(2048, 0, 2048)).isEqualTo(OptionalInt.of(2048));
        assertThat(XskRingState.occupancy(2049, 0, 2048)).isEmpty();
    }

    @Test
    void ringsAreToldApartByTheirOffsets() {
        assertThat(XskMaps.parse(MAPS))
                .containsExactly(
                        new XskMaps.Ring(493545, 0, 0x7f0000000000L, 0x2000),
                        new XskMaps.Ring(493545, 1, 0x7f0000010000L, 0x1000),
                        new XskMaps.Ring(493545, 2, 0x7f0000020000L, 0x3000),
                        new XskMaps.Ring(493545, 3, 0x7f0000030000L, 0x1000));
    }

    @Property(tries = 300, seed = "1")
    void anyTextGivesRingsOfPositiveLengthOrNone(@ForAll @StringLength(max = 400) String text) {
        XskMaps.parse(text + "socket:[" + text);
        String damaged = MAPS.substring(0, Math.min(MAPS.length(), text.length() * 2)) + text + MAPS;
        assertThat(XskMaps.parse(damaged)).allMatch(ring -> ring.bytes() > 0);
    }

    @Test
    void aThreadsNameMayContainAnything() {
        String stat = "42 (a) R (b 9) S 1 42 42 0 -1 4194304 97 0 0 0 120 30 0 0 20 0 1 0 5 0 0 0 "
                + "1 1 0 0 0 0 0 0 0 0 0 0 17 3 0 0 0 0 0\n";
        assertThat(stat(stat)).contains(new ThreadStat('S', 150, 3));
    }

    @Test
    void aShortOrDamagedLineIsNone() {
        assertThat(stat("42 (a) S 1 42")).isEmpty();
        assertThat(stat("")).isEmpty();
        assertThat(stat("x".repeat(60))).isEmpty();
    }

    private static Optional<ThreadStat> stat(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return ThreadStat.parse(bytes, bytes.length);
    }
}
