package io.ringtail.collectors.source;

import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Reads small files of procfs and sysfs, and lists their directories. Never throws. */
final class KernelFile {
    private static final int BUFFER_BYTES = 1 << 14;
    private static final ThreadLocal<byte[]> BUFFER = ThreadLocal.withInitial(() -> new byte[BUFFER_BYTES]);

    private KernelFile() {}

    /** A file's text without the blanks around it. A file that does not exist is one that this kernel does not have. */
    static Fact read(Path file) {
        try (InputStream in = new FileInputStream(file.toFile())) {
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
        byte[] buffer = BUFFER.get();
        int first = Math.max(0, in.read(buffer));
        int second = first == 0 ? 0 : in.read(buffer, first, buffer.length - first);
        if (second <= 0 && first < buffer.length) {
            return new String(buffer, 0, first, StandardCharsets.UTF_8);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(buffer, 0, first + Math.max(0, second));
        in.transferTo(bytes);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** The names in a directory that begin with a prefix, the shorter first: rx-2 before rx-10. */
    static List<String> names(Path directory, String prefix) {
        String[] listed = directory.toFile().list();
        if (listed == null) {
            return List.of();
        }
        List<String> names = new ArrayList<>(Arrays.asList(listed));
        names.removeIf(name -> !name.startsWith(prefix));
        names.sort(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));
        return names;
    }

    private static boolean missing(IOException e) {
        return String.valueOf(e.getMessage()).contains("No such file or directory")
                || String.valueOf(e.getMessage()).contains("Not a directory");
    }
}
