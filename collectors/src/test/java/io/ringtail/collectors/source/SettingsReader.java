package io.ringtail.collectors.source;

import io.ringtail.collectors.testkit.Netns;
import io.ringtail.schemas.record.Setting;
import io.ringtail.schemas.record.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/** The test's side of a {@link SettingsChild}: keeps what it prints, and waits for records. */
final class SettingsReader {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final Process child;
    private final List<Settings> records = new ArrayList<>();
    private final List<String> other = new ArrayList<>();

    private SettingsReader(Process child) {
        this.child = child;
    }

    static SettingsReader start(Netns namespace) {
        SettingsReader reader = new SettingsReader(namespace.java(SettingsChild.class));
        Thread.ofPlatform().daemon().start(reader::collect);
        return reader;
    }

    /** Has everything read again. */
    void reread() {
        try {
            child.getOutputStream().write('\n');
            child.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closes the child's input and waits for its end; its exit status. */
    int end() throws InterruptedException {
        try {
            child.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return child.waitFor();
    }

    /** The first record of an object, come or coming, that fulfils a condition. */
    synchronized Settings await(String object, Predicate<Settings> condition) throws InterruptedException {
        long deadlineNs = System.nanoTime() + DEADLINE.toNanos();
        Optional<Settings> found = find(object, condition);
        while (found.isEmpty()) {
            long leftMs = (deadlineNs - System.nanoTime()) / 1_000_000;
            if (leftMs <= 0) {
                throw new AssertionError("no such record of " + object + " among " + records + other);
            }
            wait(leftMs);
            found = find(object, condition);
        }
        return found.get();
    }

    /** The first record of an object in which a setting has a value. */
    Settings awaitValue(String object, String name, String value) throws InterruptedException {
        return await(object, settings -> value.equals(value(settings, name, null)));
    }

    /** All records of an object until now. */
    synchronized List<Settings> of(String object) {
        return records.stream()
                .filter(record -> record.getObject().equals(object))
                .toList();
    }

    /** Lines that are no records. */
    synchronized List<String> other() {
        return List.copyOf(other);
    }

    /** A setting's value; null if it is absent. */
    static String value(Settings settings, String name, String queue) {
        return settings.getValues().stream()
                .filter(setting -> setting.getName().equals(name) && Objects.equals(setting.getQueue(), queue))
                .findFirst()
                .map(Setting::getValue)
                .orElse(null);
    }

    private Optional<Settings> find(String object, Predicate<Settings> condition) {
        return records.stream()
                .filter(record -> record.getObject().equals(object))
                .filter(condition)
                .findFirst();
    }

    private void collect() {
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            out.lines().forEach(this::keep);
        } catch (IOException | UncheckedIOException e) {
            keep("output ended: " + e.getMessage());
        }
    }

    private synchronized void keep(String line) {
        if (line.startsWith(SettingsChild.RECORD)) {
            records.add(decode(line.substring(SettingsChild.RECORD.length())));
        } else {
            other.add(line);
        }
        notifyAll();
    }

    private static Settings decode(String line) {
        return SettingsChild.serde()
                .deserialize(SettingsChild.TOPIC, Base64.getDecoder().decode(line));
    }
}
