package io.ringtail.standalone.capture;

import io.ringtail.schemas.serde.SchemaRegistries;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.standalone.KafkaAccess;
import io.ringtail.standalone.UserError;
import io.ringtail.standalone.cli.Terminal;
import io.ringtail.standalone.config.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The command that records: until its time is over, or the process is told to end. */
public final class Recording {
    private static final long END_MS = 5_000;

    private final Settings settings;
    private final Terminal terminal;
    private final Path file;
    private final Optional<Duration> length;
    private final boolean fromStart;
    private final boolean anonymise;

    /** With the configuration in force. */
    public Recording(
            Settings settings,
            Terminal terminal,
            Path file,
            Optional<Duration> length,
            boolean fromStart,
            boolean anonymise) {
        this.settings = settings;
        this.terminal = terminal;
        this.file = file;
        this.length = length;
        this.fromStart = fromStart;
        this.anonymise = anonymise;
    }

    /**
     * Records.
     *
     * @throws UserError if there is no broker, or the file cannot be written
     */
    public void run() throws InterruptedException {
        Map<String, Object> kafka =
                KafkaAccess.properties(settings, settings.config().bootstrap());
        KafkaAccess.await(kafka, settings.config().giveUpAfter(), terminal);
        CountDownLatch told = new CountDownLatch(1);
        CountDownLatch written = new CountDownLatch(1);
        Thread hook = new Thread(() -> end(told, written), "ringtail-shutdown");
        Runtime.getRuntime().addShutdownHook(hook);
        long endMonoNs = System.nanoTime() + length.map(Duration::toNanos).orElse(Long.MAX_VALUE / 2);
        try (SchemaRegistry registry =
                SchemaRegistries.open(kafka, settings.config().schemaRegistry())) {
            Recorder recorder = new Recorder(kafka, registry, fromStart, anonymise);
            terminal.tell("Recording into " + file + "; Ctrl-C ends it");
            long count = recorder.run(file, () -> told.getCount() == 0 || System.nanoTime() >= endMonoNs);
            terminal.tell(count + " records"
                    + (recorder.undecodable() == 0
                            ? ""
                            : "; " + recorder.undecodable() + " could not be decoded and are left out"));
        } catch (IOException e) {
            throw new UserError(UserError.CANNOT_CREATE, "Cannot write " + file + ": " + e.getMessage());
        } finally {
            written.countDown();
        }
    }

    private static void end(CountDownLatch told, CountDownLatch written) {
        told.countDown();
        try {
            if (!written.await(END_MS, TimeUnit.MILLISECONDS)) {
                Thread.currentThread().interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
