package io.ringtail.collectors.source;

import io.ringtail.schemas.record.Setting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Builds the files of a made-up procfs and sysfs below a directory. */
final class Tree {
    private final Path directory;

    Tree(Path directory) {
        this.directory = directory;
    }

    ProcSys roots() {
        return new ProcSys(directory.resolve("proc"), directory.resolve("sys"));
    }

    Path path(String name) {
        return directory.resolve(name);
    }

    Tree file(String name, String text) {
        try {
            Path file = directory.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text + "\n");
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Tree link(String name, String target) {
        try {
            Path link = directory.resolve(name);
            Files.createDirectories(link.getParent());
            Files.createDirectories(directory.resolve(target));
            Files.createSymbolicLink(link, directory.resolve(target));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a reader adds, as name or name/queue to the value, or to the reason in angle brackets. */
    static Map<String, String> settings(Consumer<SettingList> reader) {
        SettingList list = new SettingList();
        reader.accept(list);
        Map<String, String> settings = new TreeMap<>();
        for (Setting setting : list.sorted()) {
            String key = setting.getName() + (setting.getQueue() == null ? "" : "/" + setting.getQueue());
            settings.put(key, setting.getValue() == null ? "<" + setting.getAbsence() + ">" : setting.getValue());
        }
        return settings;
    }
}
