package io.ringtail.collectors.source;

import io.ringtail.collectors.Reading;
import io.ringtail.schemas.record.Origin;
import io.ringtail.schemas.record.Settings;
import io.ringtail.schemas.serde.InMemorySchemaRegistry;
import io.ringtail.schemas.serde.RecordSerde;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.avro.specific.SpecificRecord;

/**
 * A main class that reads the settings of the network namespace it runs in: once at the start, when the kernel told,
 * and for each line of its input; it ends with its input. Each record is a line of its output, encoded.
 */
final class SettingsChild {
    static final String RECORD = "record ";
    static final String DEGRADED = "degraded ";
    static final String READ = "read";

    static final String TOPIC = "ringtail.settings";

    private static final String END = "end";

    private SettingsChild() {}

    /** Both sides number the one schema alike, each in a registry of its own. */
    static RecordSerde<Settings> serde() {
        InMemorySchemaRegistry registry = new InMemorySchemaRegistry();
        registry.register(TOPIC + "-value", Settings.getClassSchema());
        return new RecordSerde<>(Settings.class, registry);
    }

    public static void main(String[] arguments) throws InterruptedException {
        BlockingQueue<String> orders = new LinkedBlockingQueue<>();
        try (SettingsSource source = new SettingsSource(ProcSys.live())) {
            source.start(() -> orders.add(READ));
            Thread.ofPlatform().daemon().start(() -> forward(orders));
            do {
                source.read(new Printed());
            } while (!orders.take().equals(END));
        }
    }

    private static void forward(BlockingQueue<String> orders) {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            in.lines().forEach(line -> orders.add(READ));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        orders.add(END);
    }

    /** A read by the machine's clocks whose records are printed. */
    private static final class Printed implements Reading {
        private final long epochNs = System.currentTimeMillis() * 1_000_000L;
        private final long monoNs = System.nanoTime();

        @Override
        public long epochNs() {
            return epochNs;
        }

        @Override
        public long monoNs() {
            return monoNs;
        }

        @Override
        public Origin origin() {
            return Origin.newBuilder()
                    .setHost("child")
                    .setNetns("")
                    .setBootId("boot")
                    .setEpochNs(epochNs)
                    .setMonoNs(monoNs)
                    .build();
        }

        @Override
        public void emit(SpecificRecord record) {
            byte[] bytes = serde().serialize(TOPIC, (Settings) record);
            System.out.println(RECORD + Base64.getEncoder().encodeToString(bytes));
        }

        @Override
        public void degraded(String what, String reason) {
            System.out.println(DEGRADED + what + ": " + reason);
        }

        @Override
        public void skipped(long count) {}
    }
}
