package io.ringtail.processors.history;

/** No rows can be made of a record, however often it is tried. */
final class UnusableRecordException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnusableRecordException(String message, Throwable cause) {
        super(message, cause);
    }
}
