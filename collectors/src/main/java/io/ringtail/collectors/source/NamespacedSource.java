package io.ringtail.collectors.source;

import io.ringtail.collectors.Reading;
import io.ringtail.collectors.Source;
import io.ringtail.collectors.linux.NetworkNamespace;
import io.ringtail.schemas.record.Origin;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.avro.specific.SpecificRecord;

/**
 * A source of another network namespace: the thread that starts and reads it goes there for good, with a {@code /sys}
 * that shows that namespace, and so do all threads that the source starts. Its records have the namespace's name in
 * their origin, its own name is {@code SOURCE@NAMESPACE}. Needs CAP_SYS_ADMIN. A namespace whose name is removed lives
 * on while a source is in it: end the source then.
 */
public final class NamespacedSource implements Source {
    private final Source inside;
    private final String namespace;
    private final Path file;

    /**
     * Opens nothing yet.
     *
     * @param inside must open what is bound to a namespace no earlier than in its start
     * @param namespace its name
     * @param file such as {@code /run/netns/NAME}
     */
    public NamespacedSource(Source inside, String namespace, Path file) {
        this.inside = inside;
        this.namespace = namespace;
        this.file = file;
    }

    /** The name of a source in a namespace. */
    public static String name(String source, String namespace) {
        return source + '@' + namespace;
    }

    @Override
    public String name() {
        return name(inside.name(), namespace);
    }

    @Override
    public Cadence cadence() {
        return inside.cadence();
    }

    @Override
    public void start(Runnable readSoon) {
        NetworkNamespace.enterForGood(file);
        inside.start(readSoon);
    }

    @Override
    public void read(Reading reading) {
        if (Files.exists(file)) {
            inside.read(new InNamespace(reading, namespace));
        } else {
            reading.degraded("namespace " + namespace, FileAbsence.VANISHED);
        }
    }

    @Override
    public void close() {
        inside.close();
    }

    /** The same reading, with the namespace as origin. */
    private record InNamespace(Reading outer, String namespace) implements Reading {
        @Override
        public long epochNs() {
            return outer.epochNs();
        }

        @Override
        public long monoNs() {
            return outer.monoNs();
        }

        @Override
        public Origin origin() {
            return Origin.newBuilder(outer.origin()).setNetns(namespace).build();
        }

        @Override
        public void emit(SpecificRecord record) {
            outer.emit(record);
        }

        @Override
        public void degraded(String what, String why) {
            outer.degraded(what, why);
        }

        @Override
        public void skipped(long count) {
            outer.skipped(count);
        }
    }
}
