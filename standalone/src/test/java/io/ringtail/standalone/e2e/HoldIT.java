package io.ringtail.standalone.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ringtail.schemas.record.Change;
import io.ringtail.schemas.record.Completeness;
import io.ringtail.schemas.record.End;
import io.ringtail.schemas.record.KnobChange;
import io.ringtail.schemas.record.Window;
import io.ringtail.schemas.serde.TopicSchemaRegistry;
import io.ringtail.schemas.topic.Topics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A change whose size is known, on a real kernel: the reflector waits 400 us before each reply, and then not. Judged by
 * the fastest round trips, which cannot be faster than the wait; medians are the machine's load as much as the wait. So
 * long a wait because on a machine that others use too even the fastest of thousands can take 50 us without any.
 */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class HoldIT {
    private static final int BROKER_PORT = 19_492;
    private static final String BOOTSTRAP = Lab.TEST_ADDRESS + ":" + BROKER_PORT;
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int WINDOWS = 12;
    private static final int HOLD_US = 400;

    @Test
    void noRoundTripIsFasterThanTheHoldAndTheHoldIsTheRespondersChange() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs root: network namespaces, SCHED_FIFO");
        Path dir = Files.createTempDirectory(Path.of("target"), "hold-it");
        try (Lab lab = Lab.open(dir)) {
            lab.java(
                    "broker",
                    BrokerMain.class.getName(),
                    dir.resolve("broker-data").toString(),
                    Lab.TEST_ADDRESS,
                    Integer.toString(BROKER_PORT));
            lab.here(
                    "process",
                    "process",
                    "--bootstrap",
                    BOOTSTRAP,
                    "--data-dir",
                    dir.resolve("process-data").toString());
            lab.ringtail(
                    lab.alpha(),
                    "alpha",
                    "collect",
                    "--bootstrap",
                    BOOTSTRAP,
                    "--host-name",
                    "alpha",
                    "--probe",
                    "udp://" + Lab.BETA_ADDRESS + ":7411?name=across&fifo=2",
                    "-D",
                    "ringtail.collect.spool=" + dir.resolve("alpha-spool"));
            Process beta = beta(lab, dir, "0s");
            try (TopicSchemaRegistry registry = new TopicSchemaRegistry(
                            Map.of("bootstrap.servers", BOOTSTRAP), TopicSchemaRegistry.DEFAULT_TOPIC, PATIENCE);
                    TopicReader<Window> windows = new TopicReader<>(BOOTSTRAP, Topics.WINDOWS, Window.class, registry);
                    TopicReader<Change> changes =
                            new TopicReader<>(BOOTSTRAP, Topics.CHANGES, Change.class, registry)) {
                double before = fastestUs(windows, System.currentTimeMillis());
                Lab.end(beta);
                beta = beta(lab, dir, HOLD_US + "us");
                Change change = changes.await(PATIENCE, "change of reflector.hold", HoldIT::holds);
                double during = fastestUs(windows, change.getToEpochNs() / 1_000_000);
                Lab.end(beta);
                long ended = System.currentTimeMillis();
                beta(lab, dir, "0s");
                double after = fastestUs(windows, ended);

                assertThat(change.getHost()).isEqualTo("beta");
                assertThat(change.getPaths())
                        .isNotEmpty()
                        .allSatisfy(path -> assertThat(path.getEnd()).isEqualTo(End.RESPONDER));
                assertThat(List.of(before, after))
                        .as("without the hold")
                        .allSatisfy(us -> assertThat(us).isLessThan(HOLD_US));
                assertThat(during).as("with the hold").isGreaterThanOrEqualTo(HOLD_US);
            }
        }
    }

    private static Process beta(Lab lab, Path dir, String hold) throws Exception {
        return lab.ringtail(
                lab.beta(),
                "beta",
                "collect",
                "--bootstrap",
                BOOTSTRAP,
                "--host-name",
                "beta",
                "--reflect",
                Lab.BETA_ADDRESS + ":7411",
                "-D",
                "ringtail.reflect.fifo=2",
                "-D",
                "ringtail.reflect.hold=" + hold,
                "-D",
                "ringtail.collect.spool=" + dir.resolve("beta-spool"));
    }

    private static boolean holds(Change change) {
        return change.getKnobs().stream()
                .anyMatch(knob -> knob.getName().equals("reflector.hold") && isFromNothingToHold(knob));
    }

    private static boolean isFromNothingToHold(KnobChange knob) {
        return "0".equals(knob.getOldValue()) && String.valueOf(HOLD_US).equals(knob.getNewValue());
    }

    /** The fastest round trip of some complete windows of an epoch, three seconds after a moment. */
    private static double fastestUs(TopicReader<Window> windows, long afterEpochMs) {
        Map<Long, Double> fastestUs = new TreeMap<>();
        long fromNs = (afterEpochMs + 3000) * 1_000_000;
        windows.await(PATIENCE, WINDOWS + " complete windows without loss", window -> {
            if (window.getStartEpochNs() >= fromNs && isUsable(window)) {
                fastestUs.put(window.getStartEpochNs(), window.getMinNs() / 1000.0);
            }
            return fastestUs.size() >= WINDOWS;
        });
        return Collections.min(fastestUs.values());
    }

    private static boolean isUsable(Window window) {
        return window.getCompleteness() == Completeness.COMPLETE
                && window.getEpochId() != null
                && window.getLost() == 0
                && window.getMinNs() != null;
    }
}
