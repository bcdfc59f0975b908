package io.ringtail.collectors.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Reads small files of procfs and sysfs, and lists their directories. Never throws. */
final class KernelFile {
    private static final int BUFFER_BYTES = 1 << 14;

    private KernelFile() {}

    /** A file's text without the blanks around it. A file that does not exist is one that this kernel does not have. */
    static Fact read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return Fact.of(text(in).strip());
        } catch (IOException e) {
            return missing(e) ? Fact.unsupported() : Fact.absent(FileAbsence.reason(e));
        }
    }

    /**
     * All of it in reads of a whole buffer: a sysctl answers only the first read of a descriptor, so one that asks for a
     * single byte, as {@link Files#readString} does for files without a size, gets 3 of 300.
     */
    private static String text(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[BUFFER_BYTES];
        for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
            bytes.write(buffer, 0, read);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** The names in a directory that begin with a prefix, the shorter first: rx-2 before rx-10. */
    static List<String> names(Path directory, String prefix) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            entries.forEach(entry -> names.add(entry.getFileName().toString()));
        } catch (IOException | DirectoryIteratorException e) {
            return List.of();
        }
        names.removeIf(name -> !name.startsWith(prefix));
        names.sort(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));
        return names;
    }

    private static boolean missing(IOException e) {
        return e instanceof NoSuchFileException
                || String.valueOf(e.getMessage()).endsWith("No such file or directory");
    }
}
