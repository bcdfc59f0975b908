package io.ringtail.collectors.source;

import io.ringtail.collectors.Reading;
import io.ringtail.collectors.Source;
import io.ringtail.collectors.linux.Errno;
import io.ringtail.collectors.linux.Link;
import io.ringtail.collectors.linux.Rtnetlink;
import io.ringtail.collectors.source.HeldCalls.Call;
import io.ringtail.collectors.source.HeldCalls.Outcome;
import io.ringtail.schemas.record.Setting;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The settings of the host, of the network namespace, and of each of its interfaces, as full snapshots
 * ({@code Settings}). Told at the first read, when something differs from the last read, and every
 * {@value #RESTATE_SECONDS} s; the last values of an interface that is gone are told once more as gone. The kernel's
 * notifications have it read at once.
 *
 * <p>Read in the network namespace of the thread that called {@link #start}. A driver that holds a call holds only the
 * settings of its interface: they are not told meanwhile, and there is never more than that one call outstanding to it.
 * Closing, from any thread, does not wait for it.
 */
public final class SettingsSource implements Source {
    private static final int RESTATE_SECONDS = 60;

    /** Reads of all of an interface's settings, some of which a driver asks its firmware for. */
    private static final Duration DEADLINE = Duration.ofSeconds(2);

    private final ProcSys roots;
    private final SettingsJournal journal = new SettingsJournal(Duration.ofSeconds(RESTATE_SECONDS));
    private final Map<Integer, String> names = new HashMap<>();
    private final ReentrantLock reading = new ReentrantLock();
    private final HostSettings host;
    private final boolean withHost;
    private Rtnetlink links;
    private final HeldCalls<InterfaceSettings> calls;
    private SettingsWatch watch;
    private volatile boolean closed;

    /** Reads below these roots; opens nothing before {@link #start}. */
    public SettingsSource(ProcSys roots) {
        this(roots, true);
    }

    /**
     * The same.
     *
     * @param withHost whether it tells the host's settings too, which are the same in all of its network namespaces
     */
    public SettingsSource(ProcSys roots, boolean withHost) {
        this.roots = roots;
        this.withHost = withHost;
        this.host = new HostSettings(roots);
        this.calls = new HeldCalls<>(
                "ringtail-settings", () -> new InterfaceSettings(roots), InterfaceSettings::close, DEADLINE);
    }

    @Override
    public String name() {
        return "settings";
    }

    @Override
    public Cadence cadence() {
        return Cadence.SETTINGS;
    }

    @Override
    public void start(Runnable readSoon) {
        watch = SettingsWatch.start(readSoon);
        links = Rtnetlink.open();
    }

    @Override
    public void read(Reading reading) {
        this.reading.lock();
        try {
            if (!closed) {
                readAll(reading);
            }
        } finally {
            this.reading.unlock();
            releaseIfClosed();
        }
    }

    @Override
    public void close() {
        closed = true;
        releaseIfClosed();
    }

    private void readAll(Reading reading) {
        Set<Integer> told = watch.take();
        watch.failure().ifPresent(reason -> reading.degraded("settings notifications", reason));
        if (withHost) {
            observe(SettingsObject.HOST, host::read, false, reading);
        }
        observe(SettingsObject.NETNS, list -> NetnsSettings.read(roots, list), false, reading);
        readInterfaces(told, reading);
    }

    private void readInterfaces(Set<Integer> told, Reading reading) {
        Set<SettingsObject> notified = told.stream()
                .filter(names::containsKey)
                .map(ifindex -> SettingsObject.ofInterface(names.get(ifindex)))
                .collect(Collectors.toCollection(HashSet::new));
        List<Link> present = links.links();
        names.clear();
        present.forEach(link -> names.put(link.ifindex(), link.name()));
        Map<Integer, String> named = Map.copyOf(names);
        Set<SettingsObject> objects = new HashSet<>(Set.of(SettingsObject.HOST, SettingsObject.NETNS));
        present.forEach(link -> objects.add(SettingsObject.ofInterface(link.name())));
        Map<Integer, Link> byIndex = present.stream().collect(Collectors.toMap(Link::ifindex, Function.identity()));
        List<Call<InterfaceSettings, SettingList>> reads = present.stream()
                .map(link -> new Call<InterfaceSettings, SettingList>(
                        link.ifindex(), interfaces -> interfaces.read(link, named)))
                .toList();
        calls.round(reads, (Outcome<SettingList> outcome) -> {
            Link link = byIndex.get(outcome.ifindex());
            take(link, outcome, told.contains(link.ifindex()), reading);
        });
        journal.retain(objects, notified, reading);
    }

    /** One interface that fails or is held loses only itself; one that vanished meanwhile is gone at the next read. */
    private void take(Link link, Outcome<SettingList> outcome, boolean notified, Reading reading) {
        SettingsObject object = SettingsObject.ofInterface(link.name());
        if (outcome.timedOut()) {
            reading.degraded(object.name(), Errno.absence(Errno.ETIMEDOUT));
        } else if (outcome.failure() instanceof Errno e) {
            reading.degraded(object.name(), Errno.absence(e.number()));
        } else if (outcome.failure() != null) {
            throw outcome.failure();
        } else if (outcome.result().has(FileAbsence.VANISHED)
                && links.links().stream().noneMatch(now -> same(now, link))) {
            reading.degraded(object.name(), FileAbsence.VANISHED);
        } else {
            observe(object, outcome.result(), notified || watch.toldSince(link.ifindex()), reading);
        }
    }

    private static boolean same(Link now, Link before) {
        return now.ifindex() == before.ifindex() && now.name().equals(before.name());
    }

    private void observe(SettingsObject object, Consumer<SettingList> read, boolean notified, Reading reading) {
        SettingList list = new SettingList();
        read.accept(list);
        observe(object, list, notified, reading);
    }

    private void observe(SettingsObject object, SettingList list, boolean notified, Reading reading) {
        List<Setting> values = list.sorted();
        list.failures().forEach((group, reason) -> reading.degraded(object.name() + " " + group, reason));
        journal.observe(object, values, notified, reading);
    }

    /** Frees the sockets, unless a read uses them: then that read does when it ends. */
    private void releaseIfClosed() {
        if (closed && reading.tryLock()) {
            try {
                release();
            } finally {
                reading.unlock();
            }
        }
    }

    private void release() {
        if (watch != null) {
            watch.close();
            links.close();
            calls.close();
        }
    }
}
