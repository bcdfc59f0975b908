package io.ringtail.collectors.source;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Map;

/** Why a file could not be read, in the words of the records. */
final class FileAbsence {
    static final String VANISHED = "vanished";
    static final String UNSUPPORTED = "unsupported";
    static final String DENIED = "denied";

    // Java tells a failed read's errno by the C library's text only.
    private static final Map<String, String> BY_TEXT = Map.of(
            "Invalid argument",
            "EINVAL",
            "No such device",
            VANISHED,
            "No such file or directory",
            VANISHED,
            "Operation not supported",
            UNSUPPORTED,
            "Permission denied",
            DENIED,
            "Operation not permitted",
            DENIED,
            "Network is down",
            "ENETDOWN",
            "Input/output error",
            "EIO",
            "Is a directory",
            "EISDIR",
            "Too many open files",
            "EMFILE");

    private FileAbsence() {}

    static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> VANISHED;
            case AccessDeniedException _ -> DENIED;
            case ClosedChannelException _ -> "interrupted";
            default -> byText(String.valueOf(failure.getMessage()));
        };
    }

    private static String byText(String message) {
        return BY_TEXT.entrySet().stream()
                .filter(entry -> message.endsWith(entry.getKey()) || message.endsWith(entry.getKey() + ")"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(message);
    }
}
