package io.ringtail.collectors.source;

import io.ringtail.collectors.linux.Notification;
import io.ringtail.collectors.linux.Notification.LinkEvent;
import io.ringtail.collectors.linux.Notification.Lost;
import io.ringtail.collectors.linux.Notification.SettingsChanged;
import io.ringtail.collectors.linux.Notifications;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that waits for the kernel's notifications, remembers which interfaces they were about, and has the
 * settings read. It owns its sockets; the thread that reads may look whether more has come. Lost notifications have everything read again.
 */
final class SettingsWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SettingsWatch.class);
    private static final int WAIT_MS = 250;

    private final Notifications notifications;
    private final Runnable readSoon;
    private final Set<Integer> told = new HashSet<>();
    private String failure;
    private volatile boolean closed;

    private SettingsWatch(Notifications notifications, Runnable readSoon) {
        this.notifications = notifications;
        this.readSoon = readSoon;
    }

    /** Starts it in the calling thread's network namespace; from then on nothing is missed. */
    static SettingsWatch start(Runnable readSoon) {
        SettingsWatch watch = new SettingsWatch(Notifications.open(), readSoon);
        Thread.ofPlatform().name("settings-watch").daemon().start(watch::run);
        return watch;
    }

    /** The interfaces that were told of since the last call, by ifindex. Called when a read begins. */
    synchronized Set<Integer> take() {
        drain();
        Set<Integer> taken = Set.copyOf(told);
        told.clear();
        return taken;
    }

    /** Whether an interface was told of since the read began: during it, and before what was read of the interface. */
    synchronized boolean toldSince(int ifindex) {
        drain();
        return told.contains(ifindex);
    }

    /** Why no notifications come any more; absent while they do. */
    synchronized Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public void close() {
        closed = true;
    }

    private void run() {
        try (notifications) {
            while (!closed) {
                if (notifications.await(WAIT_MS)) {
                    drain();
                }
            }
        } catch (RuntimeException e) {
            fail(e);
        }
    }

    private synchronized void drain() {
        List<Notification> come = notifications.drain();
        remember(come);
        if (!come.isEmpty()) {
            readSoon.run();
        }
    }

    private void remember(List<Notification> come) {
        for (Notification one : come) {
            switch (one) {
                case SettingsChanged(int ifindex) -> told.add(ifindex);
                case LinkEvent event -> told.add(event.link().ifindex());
                case Lost(String reason) -> LOG.debug("Kernel notifications were lost, all is read again: {}", reason);
            }
        }
    }

    private synchronized void fail(RuntimeException e) {
        failure = e.getMessage();
        LOG.warn("Changes of settings are found by the periodic read only: {}", e.getMessage());
    }
}
