package io.ringtail.collectors.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ParsersPropertyTest {
    private static final String SEED = "20260101";

    @Property(tries = 500, seed = SEED)
    void anyBytesGiveRowsOrCountedSkips(@ForAll("files") byte[] bytes) {
        CpuTable table = new CpuTable();
        table.parse(bytes, bytes.length);
        for (int i = 0; i < table.rowCount(); i++) {
            assertThat(table.row(i).label()).isNotEmpty();
            table.row(i).interrupt().actions().forEach(ActionName::parse);
        }
        int accounted = table.rowCount()
                + table.skippedMalformed()
                + table.skippedNoCounters()
                + table.skippedShortRows()
                + (table.cpuCount() > 0 ? 1 : 0);
        assertThat(accounted).isBetween(filledLines(bytes) - 1, filledLines(bytes) + 1);
    }

    @Property(tries = 500, seed = SEED)
    void anyBytesGiveSoftnetLinesOrRejections(@ForAll("files") byte[] bytes) {
        SoftnetStat stat = SoftnetStat.parse(bytes, bytes.length);
        assertThat(stat.lines().size() + stat.rejected()).isEqualTo(filledLines(bytes));
    }

    @Property(tries = 500, seed = SEED)
    void anyBytesAreSurvivedByTheOthers(@ForAll("files") byte[] bytes) {
        CpuTimes.parse(bytes, bytes.length);
        CpuList.parse(bytes, bytes.length);
        SysfsValue.unsigned(bytes, bytes.length);
        SysfsValue.text(bytes, bytes.length);
    }

    @Property(tries = 300, seed = SEED)
    void unsignedValuesRoundTrip(@ForAll long bits) {
        byte[] text = (Long.toUnsignedString(bits) + "\n").getBytes(StandardCharsets.US_ASCII);
        assertThat(SysfsValue.unsigned(text, text.length)).hasValue(bits);
    }

    @Property(tries = 300, seed = SEED)
    void valuesBeyond64BitsAreAbsent(@ForAll long bits) {
        BigInteger beyond = BigInteger.TWO.pow(64).add(new BigInteger(Long.toUnsignedString(bits)));
        byte[] text = beyond.toString().getBytes(StandardCharsets.US_ASCII);
        assertThat(SysfsValue.unsigned(text, text.length)).isEmpty();
    }

    @Property(tries = 200, seed = SEED)
    void whatTheKernelWouldPrintIsReadBack(
            @ForAll @Size(min = 1, max = 40) List<@IntRange(max = 8_191) Integer> cpus,
            @ForAll @LongRange(min = 0, max = 0xffffffffL) long count,
            @ForAll boolean glued) {
        StringBuilder text = new StringBuilder("   ");
        cpus.forEach(cpu -> text.append("       CPU").append(cpu));
        text.append(glued ? "\nIPI0:" : "\n 98: ");
        cpus.forEach(cpu -> text.append("%d ".formatted(count)));
        CpuTable table = Tables.table(text + "  PCI-MSI 3-edge  eth0-rx-0\n");
        assertThat(table.cpuCount()).isEqualTo(cpus.size());
        assertThat(table.row(0).total()).isEqualTo(count * cpus.size());
    }

    @Provide
    Arbitrary<byte[]> files() {
        Arbitrary<byte[]> noise = Arbitraries.bytes().array(byte[].class).ofMaxSize(400);
        Arbitrary<byte[]> nearly = Arbitraries.of(
                        "CPU0",
                        "CPU7",
                        "CPU",
                        "CPU99999999",
                        "cpu0",
                        "cpu",
                        "98:",
                        "IPI0:",
                        ":",
                        "::",
                        "Err:",
                        "7",
                        "4294967295",
                        "99999999999999999999",
                        "0000000a",
                        "fffffffff",
                        "12-edge",
                        "-",
                        "Level",
                        ",",
                        "eth0-rx-0",
                        "a, b",
                        "0-3",
                        "\n",
                        "\n",
                        "\n",
                        "\n",
                        " ",
                        "\t",
                        "\u00e9")
                .list()
                .ofMaxSize(60)
                .map(words -> String.join(" ", words).getBytes(StandardCharsets.UTF_8));
        return Arbitraries.oneOf(noise, nearly);
    }

    private static int filledLines(byte[] bytes) {
        int filled = 0;
        int end;
        for (int at = 0; at < bytes.length; at = end + 1) {
            end = Ascii.lineEnd(bytes, at, bytes.length);
            filled += Ascii.skipBlanks(bytes, at, end) < end ? 1 : 0;
        }
        return filled;
    }
}
