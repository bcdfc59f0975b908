package io.ringtail.standalone;

import io.ringtail.collectors.Threads;
import io.ringtail.schemas.serde.SchemaRegistry;
import io.ringtail.schemas.serde.SchemaRegistryException;
import io.ringtail.standalone.cli.Terminal;
import io.ringtail.standalone.config.Settings;
import java.time.Duration;
import java.util.Map;
import org.apache.avro.Schema;

/**
 * A schema registry behind brokers that may be away. A thread of its own reaches them and makes the topics; until then
 * every question fails, so that a publisher waits and tries again. Thread safe.
 */
final class LateRegistry implements SchemaRegistry {
    private static final Duration JOIN = Duration.ofSeconds(1);

    private final Running running = new Running();
    private final Thread connecting;
    private volatile SchemaRegistry reached;
    private volatile String trouble = "no Kafka broker was reached yet";

    private LateRegistry(Settings settings, Map<String, Object> kafka, Terminal terminal) {
        this.connecting = Thread.ofPlatform()
                .daemon()
                .name("schema-registry")
                .unstarted(() -> connect(settings, kafka, terminal));
    }

    /** Begins to connect. */
    static LateRegistry connecting(Settings settings, Map<String, Object> kafka, Terminal terminal) {
        LateRegistry registry = new LateRegistry(settings, kafka, terminal);
        registry.connecting.start();
        return registry;
    }

    @Override
    public int register(String subject, Schema schema) {
        return reached().register(subject, schema);
    }

    @Override
    public Schema byId(int id) {
        return reached().byId(id);
    }

    @Override
    public void close() {
        connecting.interrupt();
        Threads.join(connecting, JOIN);
        running.close();
    }

    private SchemaRegistry reached() {
        SchemaRegistry registry = reached;
        if (registry == null) {
            throw new SchemaRegistryException(trouble);
        }
        return registry;
    }

    private void connect(Settings settings, Map<String, Object> kafka, Terminal terminal) {
        while (reached == null && !Thread.currentThread().isInterrupted()) {
            try {
                reached = Streaming.connect(running, settings, kafka, terminal);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException e) {
                trouble = String.valueOf(e.getMessage());
                terminal.tell(trouble + " Records are kept on disk meanwhile.");
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
