package io.ringtail.standalone;

import io.ringtail.collectors.Agent;
import io.ringtail.collectors.source.KernelRings;
import io.ringtail.collectors.source.NamespacedSource;
import io.ringtail.collectors.source.ProcSys;
import io.ringtail.collectors.source.RingsSource;
import io.ringtail.collectors.source.SettingsSource;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Has an agent read other network namespaces too: those that were named, or all below {@code /run/netns}, as they come
 * and go. Of a namespace the interfaces and their settings are read; what belongs to the whole host is read once. Owns
 * its thread.
 */
final class Namespaces implements AutoCloseable {
    static final String ALL = "all";

    private static final Path DIRECTORY = Path.of("/run/netns");
    private static final long LOOK_NS = 1_000_000_000;

    private final Agent agent;
    private final List<String> wanted;
    private final Set<String> present = new HashSet<>();
    private volatile boolean closed;

    private Namespaces(Agent agent, List<String> wanted) {
        this.agent = agent;
        this.wanted = List.copyOf(wanted);
    }

    /** Begins to look; names that do not exist yet are waited for. */
    static Namespaces watch(Agent agent, List<String> wanted) {
        Namespaces namespaces = new Namespaces(agent, wanted);
        Thread.ofPlatform().daemon().name("ringtail-namespaces").start(namespaces::run);
        return namespaces;
    }

    @Override
    public void close() {
        closed = true;
    }

    private void run() {
        while (!closed) {
            Set<String> now = existing();
            now.stream().filter(name -> !present.contains(name)).forEach(this::begin);
            present.stream().filter(name -> !now.contains(name)).forEach(this::end);
            present.clear();
            present.addAll(now);
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    private Set<String> existing() {
        String[] names = DIRECTORY.toFile().list(new NamesOf(wanted)::accepts);
        return names == null ? Set.of() : new HashSet<>(Arrays.asList(names));
    }

    private record NamesOf(List<String> wanted) {
        boolean accepts(File directory, String name) {
            return wanted.contains(ALL) || wanted.contains(name);
        }
    }

    private void begin(String name) {
        ProcSys roots = ProcSys.live();
        Path file = DIRECTORY.resolve(name);
        agent.add(new NamespacedSource(new RingsSource(roots, KernelRings::open), name, file));
        agent.add(new NamespacedSource(new SettingsSource(roots, false), name, file));
    }

    private void end(String name) {
        agent.remove(NamespacedSource.name("rings", name));
        agent.remove(NamespacedSource.name("settings", name));
    }
}
