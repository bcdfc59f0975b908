package io.ringtail.standalone.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.ringtail.schemas.record.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 240, unit = TimeUnit.SECONDS)
class ReplayIT {
    private static final int SECONDS = 20;
    private static final int RATE = 50;
    private static final double START = 1_500_000_000.005; // years before any retention

    @TempDir
    private Path directory;

    @Test
    void theSameFileAlwaysGivesTheSameWindowsByteByByte() throws Exception {
        Path output = Files.write(directory.resolve("ping.txt"), ping());
        Path capture = directory.resolve("capture.avro");
        new Import(Import.Tool.PING, "a", "b").run(output, capture);

        List<Window> first = replay(capture, "one");
        List<Window> second = replay(capture, "two");

        assertThat(first).hasSize(SECONDS);
        assertThat(first).allSatisfy(window -> assertThat(window.getReceived()).isEqualTo(RATE));
        StandingWindows.write(first, directory.resolve("one.avro"));
        StandingWindows.write(second, directory.resolve("two.avro"));
        assertThat(directory.resolve("two.avro")).hasSameBinaryContentAs(directory.resolve("one.avro"));
    }

    private List<Window> replay(Path capture, String name) throws Exception {
        return new Replay(capture, Files.createDirectory(directory.resolve(name)), false).run();
    }

    private static List<String> ping() throws IOException {
        Random random = new Random(1);
        List<String> lines = new ArrayList<>(List.of("PING 10.0.0.2 (10.0.0.2) 56(84) bytes of data."));
        for (int i = 0; i < SECONDS * RATE; i++) {
            lines.add(String.format(
                    Locale.ROOT,
                    "[%.6f] 64 bytes from 10.0.0.2: icmp_seq=%d ttl=64 time=0.%03d ms",
                    START + (double) i / RATE,
                    i,
                    20 + random.nextInt(400)));
        }
        return lines;
    }
}
