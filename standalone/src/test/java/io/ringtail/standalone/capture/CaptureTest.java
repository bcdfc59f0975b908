package io.ringtail.standalone.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ringtail.schemas.record.ObjectKind;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.ProbeKind;
import io.ringtail.schemas.record.ReadTrigger;
import io.ringtail.schemas.record.RoundTrips;
import io.ringtail.schemas.record.Schedule;
import io.ringtail.schemas.record.Setting;
import io.ringtail.schemas.record.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class CaptureTest {
    private static final List<String> SOCKPERF = List.of(
            "------------------------------",
            "test was performed using the following parameters: --mps=200 --burst=1 --reply-every=1 --msg-size=14 --time=1",
            "sockperf: ---> <MIN> observation =    7.225",
            "packet, txTime(sec), rxTime(sec), latency(usec)",
            "0, 2.558596113, 2.558637357, 20.622",
            "1, 2.562240850, 2.562324633, 41.891",
            "4, 2.577240850, 2.577342555, 50.852",
            "5, 2.58x, 1, 2",
            "------------------------------");
    private static final List<String> PING = List.of(
            "PING 10.77.1.2 (10.77.1.2) 56(84) bytes of data.",
            "[1796096836.420789] 64 bytes from 10.77.1.2: icmp_seq=1 ttl=64 time=0.043 ms",
            "[1796096836.620789] 64 bytes from 10.77.1.2: icmp_seq=2 ttl=64 time=0.025 ms",
            "[1796096836.620889] 64 bytes from 10.77.1.2: icmp_seq=2 ttl=64 time=0.125 ms (DUP!)",
            "[1796096837.020789] 64 bytes from 10.77.1.2: icmp_seq=4 ttl=64 time=0.030 ms",
            "",
            "--- 10.77.1.2 ping statistics ---",
            "4 packets transmitted, 3 received, +1 duplicates, 25% packet loss, time 611ms");

    @TempDir
    private Path directory;

    @Test
    void recordsComeBackFromTheFileAsTheyWere() throws IOException {
        Path file = directory.resolve("a.avro");
        List<Captured> written = List.of(
                captured(settings("interface:eth0", "10.0.0.1")),
                new Captured("ringtail.settings", new byte[] {1}, 5, new byte[16], null));
        try (CaptureFile to = new CaptureFile(file)) {
            for (Captured each : written) {
                to.write(each);
            }
        }
        List<Captured> read = new ArrayList<>();
        CaptureFile.read(file, read::add);
        assertThat(read).usingRecursiveComparison().isEqualTo(written);
        Files.writeString(file, "nothing of ours");
        assertThatThrownBy(() -> CaptureFile.read(file, read::add)).isInstanceOf(IOException.class);
    }

    @Test
    void anAddressIsHashedAlikeWhereverItStandsAndNothingElseIs() {
        Anonymiser anonymiser = new Anonymiser();
        Captured clean =
                anonymiser.of(captured(settings("probe:10.0.0.1:7411", "to 10.0.0.1, fe80::1 and 00:1b:21:aa:bb:cc")));
        Settings settings = (Settings) clean.value();
        String hash = settings.getObject().substring("probe:".length()).replace(":7411", "");
        assertThat(hash).startsWith("address-");
        assertThat(settings.getValues().getFirst().getValue())
                .startsWith("to " + hash + ", address-")
                .doesNotContain("fe80")
                .doesNotContain("00:1b");
        assertThat(new String(clean.key(), StandardCharsets.UTF_8)).isEqualTo("a||probe:" + hash + ":7411");
        for (String kept : List.of("eth0", "tx-0", "4.18.0", "p99.9", "mlx5_comp1@pci:0000:c4:00.1", "12:30")) {
            assertThat(anonymiser.text(kept)).isEqualTo(kept);
        }
        assertThat(new Anonymiser().text("10.0.0.1")).isNotEqualTo(anonymiser.text("10.0.0.1"));
    }

    @Test
    void sockperfsRoundTripIsTheWholeAndWhatItLeavesOutIsLost() {
        ToolOutput output = SockperfLog.parse(SOCKPERF);
        assertThat(output.kind()).isEqualTo(ProbeKind.UDP_RR);
        assertThat(output.schedule()).isEqualTo(Schedule.PACED);
        assertThat(output.ratePerSecond()).isEqualTo(200);
        assertThat(output.bytes()).isEqualTo(14);
        assertThat(output.trips())
                .containsExactly(
                        new ToolOutput.Trip(2_558_596_113L, 41_244),
                        new ToolOutput.Trip(2_562_240_850L, 83_783),
                        new ToolOutput.Trip(2_577_240_850L, 101_705));
        assertThat(output.lostNs()).containsExactly(2_567_240_850L, 2_572_240_850L);
        assertThat(output.skippedLines()).isEqualTo(1);
    }

    @Test
    void pingsStampIsThatOfTheReceiptAndDuplicatesAreNoSamples() {
        ToolOutput output = PingText.parse(PING);
        assertThat(output.kind()).isEqualTo(ProbeKind.ICMP);
        assertThat(output.schedule()).isEqualTo(Schedule.OPEN);
        assertThat(output.ratePerSecond()).isEqualTo(5);
        assertThat(output.bytes()).isEqualTo(56);
        assertThat(output.responder()).isEqualTo("10.77.1.2");
        assertThat(output.trips())
                .hasSize(3)
                .first()
                .isEqualTo(new ToolOutput.Trip(1_796_096_836_420_746_000L, 43_000));
        assertThat(output.lostNs()).hasSize(1);
        assertThat(output.duplicated()).isEqualTo(1);
    }

    @Test
    void anyTextGivesAnAnswer() {
        Random random = new Random(5);
        String alphabet = "0123456789.,:[]() icmp_seq=time=msPINGDUP!bytes-\n";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder(i % 2 == 0 ? "[17.5] 64 icmp_seq=" : "7, 1.5, ");
            random.ints(30, 0, alphabet.length()).forEach(at -> text.append(alphabet.charAt(at)));
            List<String> lines = text.toString().lines().toList();
            assertThat(PingText.parse(lines)).isNotNull();
            assertThat(SockperfLog.parse(lines)).isNotNull();
        }
    }

    @Test
    void anImportIsARecordForEachSecondInTheToolsOwnTime() throws IOException {
        Path source = Files.write(directory.resolve("ping.txt"), PING);
        Import.Outcome outcome = new Import(Import.Tool.PING, "a", "").run(source, directory.resolve("p.avro"));
        assertThat(outcome).isEqualTo(new Import.Outcome(2, 3, 1, 0));
        List<Captured> read = new ArrayList<>();
        CaptureFile.read(directory.resolve("p.avro"), read::add);
        RoundTrips first = (RoundTrips) read.getFirst().value();
        assertThat(first.getFromEpochNs()).isEqualTo(1_796_096_836_000_000_000L);
        assertThat(first.getSendOffsetsNs()).containsExactly(420_746_000L, 200_018_000L);
        assertThat(first.getLostOffsetsNs()).hasSize(1);
        assertThat(first.getPath().getResponderHost()).isEqualTo("10.77.1.2");

        Path log = Files.write(directory.resolve("sockperf.log"), SOCKPERF);
        Files.setLastModifiedTime(log, FileTime.from(Instant.ofEpochSecond(1_796_096_000)));
        new Import(Import.Tool.SOCKPERF, "a", "b").run(log, directory.resolve("s.avro"));
        read.clear();
        CaptureFile.read(directory.resolve("s.avro"), read::add);
        RoundTrips last = (RoundTrips) read.get(read.size() - 2).value();
        assertThat(last.getFromEpochNs()).isEqualTo(1_796_096_000_000_000_000L);
        assertThat(last.getPath().getResponderHost()).isEqualTo("b");
    }

    private static Captured captured(Settings settings) {
        byte[] key = ("a||" + settings.getObject()).getBytes(StandardCharsets.UTF_8);
        return new Captured("ringtail.settings", key, 7, null, settings);
    }

    private static Settings settings(String object, String value) {
        Origin origin = new Origin("a", "", "boot", 7_000_000L, 1L, null, null, false);
        List<Setting> values =
                List.of(Setting.newBuilder().setName("x").setValue(value).build());
        return new Settings(origin, object, ObjectKind.INTERFACE, "eth0", ReadTrigger.START, null, values, false);
    }
}
