package io.ringtail.collectors.source;

import io.ringtail.collectors.Reading;
import io.ringtail.collectors.Source;
import io.ringtail.collectors.linux.NetworkNamespace;
import java.nio.file.Path;

/**
 * A source of another network namespace: the thread that starts and reads it goes there for good, with a {@code /sys}
 * that shows that namespace, and so do all threads that the source starts. Needs CAP_SYS_ADMIN.
 */
public final class NamespacedSource implements Source {
    private final Source inside;
    private final Path namespace;

    /**
     * Opens nothing yet.
     *
     * @param inside must open what is bound to a namespace no earlier than in its start
     * @param namespace such as {@code /run/netns/NAME}
     */
    public NamespacedSource(Source inside, Path namespace) {
        this.inside = inside;
        this.namespace = namespace;
    }

    @Override
    public String name() {
        return inside.name();
    }

    @Override
    public Cadence cadence() {
        return inside.cadence();
    }

    @Override
    public void start(Runnable readSoon) {
        NetworkNamespace.enterForGood(namespace);
        inside.start(readSoon);
    }

    @Override
    public void read(Reading reading) {
        inside.read(reading);
    }

    @Override
    public void close() {
        inside.close();
    }
}
