package io.ringtail.processors.history;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;

/** A password kept in a file that only its owner may read. */
final class PasswordFile {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final int RANDOM_BYTES = 18;

    private PasswordFile() {}

    /** The password in the file; where there is none, a new one is made and kept there. */
    static String readOrMake(Path file) throws IOException {
        return Files.exists(file) ? Files.readString(file).strip() : keep(file, random());
    }

    /** Keeps a password in the file, in place of the one before. */
    static String keep(Path file, String password) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, OWNER_ONLY);
        Files.write(file, (password + "\n").getBytes(StandardCharsets.UTF_8), StandardOpenOption.WRITE);
        return password;
    }

    private static String random() {
        byte[] bytes = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
