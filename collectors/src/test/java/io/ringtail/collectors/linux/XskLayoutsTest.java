package io.ringtail.collectors.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Structures of AF_XDP and BTF, from bytes, broken ones too. */
@Timeout(120)
class XskLayoutsTest {
    private static final Path BTF = Path.of("/sys/kernel/btf/vmlinux");

    @Test
    void b19EarlyStatisticsHaveThreeFieldsAndTheRestIsAbsent() {
        XdpStatistics early = XdpStatistics.of(words(1, 2, 3, 4, 5, 6), 24).orElseThrow();
        assertThat(early)
                .isEqualTo(
                        new XdpStatistics(1, 2, 3, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty()));
        XdpStatistics now = XdpStatistics.of(words(1, 2, 3, 4, 5, 6), 48).orElseThrow();
        assertThat(now)
                .isEqualTo(new XdpStatistics(1, 2, 3, OptionalLong.of(4), OptionalLong.of(5), OptionalLong.of(6)));
        assertThat(XdpStatistics.of(words(1, 2, 3), 16)).isEmpty();
    }

    @Test
    void b19OffsetsWithoutAFlagsWordHaveNoFlags() {
        XskOffsets early = XskOffsets.of(words(0, 64, 192, 0, 64, 192, 0, 64, 192, 0, 64, 192), 96)
                .orElseThrow();
        assertThat(early.hasFlags()).isFalse();
        assertThat(early.consumer(3)).isEqualTo(64);
        assertThat(XskOffsets.of(new byte[128], 100)).isEmpty();
        assertThat(XskOffsets.of(new byte[96], 128)).isEmpty();
    }

    @Test
    void aRingsSizeIsToldOnlyWhereOneSizeFitsItsPages() {
        XskOffsets offsets = XskOffsets.of(
                        words(0, 64, 320, 128, 0, 64, 320, 128, 0, 64, 320, 128, 0, 64, 320, 128), 128)
                .orElseThrow();
        assertThat(offsets.entries(0, 2 * 4096)).isEqualTo(OptionalInt.of(256));
        assertThat(offsets.entries(2, 2 * 4096)).isEqualTo(OptionalInt.of(512));
        assertThat(offsets.entries(0, 4096)).isEmpty();
        assertThat(offsets.entries(0, 17 * 4096)).isEqualTo(OptionalInt.of(4096));
        assertThat(offsets.entries(0, 3 * 4096 + 1)).isEmpty();
    }

    @Property(tries = 500, seed = "1")
    void anyOffsetsGiveASizeOrNone(@ForAll byte[] bytes, @ForAll long mapped) {
        byte[] all = Arrays.copyOf(bytes, 128);
        assertThat(XskOffsets.of(all, 128).orElseThrow().entries(0, mapped))
                .satisfiesAnyOf(
                        size -> assertThat(size).isEmpty(),
                        size -> assertThat(Integer.bitCount(size.orElseThrow())).isOne());
    }

    @Property(tries = 500, seed = "1")
    void anyBytesAreNoBtfOrATypeOfIt(@ForAll byte[] bytes) {
        Btf btf = Btf.parse(bytes);
        assertThat(btf.find("xdp_sock", Btf.STRUCT)).isEmpty();
        assertThat(btf.offset("xdp_sock", "dev.ifindex")).isEmpty();
    }

    @Test
    void btfFindsMembersThroughAnonymousStructuresAndTypedefs() {
        byte[] bytes = new BtfBytes()
                .integer("int")
                .structure("", 8, member("inner", 1, 32))
                .typedef("alias", 2)
                .structure("outer", 24, member("", 2, 64), member("named", 3, 128))
                .bytes();
        Btf btf = Btf.parse(bytes);
        assertThat(btf.offset("outer", "inner")).isEqualTo(OptionalInt.of(12));
        assertThat(btf.offset("outer", "named.inner")).isEqualTo(OptionalInt.of(20));
        assertThat(btf.offset("outer", "other")).isEmpty();
        assertThat(btf.size("outer")).isEqualTo(OptionalInt.of(24));
    }

    @Test
    void damagedBtfOfThisKernelNeverThrows() throws IOException {
        assumeTrue(Files.isReadable(BTF), "needs a kernel with BTF");
        byte[] kernel = Arrays.copyOf(Files.readAllBytes(BTF), 1 << 18);
        Random random = new Random(1);
        for (int i = 0; i < 50; i++) {
            byte[] damaged = kernel.clone();
            for (int k = 0; k < 200; k++) {
                damaged[random.nextInt(i < 25 ? 64 : damaged.length)] = (byte) random.nextInt();
            }
            Btf.parse(damaged).offset("task_struct", "comm");
            Btf.parse(Arrays.copyOf(damaged, random.nextInt(damaged.length))).offset("file", "f_inode");
        }
    }

    private static byte[] words(long... words) {
        ByteBuffer bytes = ByteBuffer.allocate(words.length * 8).order(ByteOrder.nativeOrder());
        Arrays.stream(words).forEach(bytes::putLong);
        return bytes.array();
    }

    private static BtfBytes.Member member(String name, int type, int bits) {
        return new BtfBytes.Member(name, type, bits);
    }
}
