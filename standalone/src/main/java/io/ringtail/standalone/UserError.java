package io.ringtail.standalone;

/**
 * Something that the user can put right: printed as it is, without a stack trace. The exit codes are those of
 * sysexits.h where it has one.
 */
public final class UserError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Exit code for a wrong option or argument. */
    public static final int USAGE = 2;

    /** Exit code for something that is needed and not there: a port, a broker, a store (EX_UNAVAILABLE). */
    public static final int UNAVAILABLE = 69;

    /** Exit code for a data directory or file that cannot be used (EX_CANTCREAT). */
    public static final int CANNOT_CREATE = 73;

    /** Exit code for a missing privilege (EX_NOPERM). */
    public static final int NO_PERMISSION = 77;

    /** Exit code for a configuration with faults (EX_CONFIG). */
    public static final int CONFIG = 78;

    private final int exitCode;

    /** With an exit code and a message that says what is wrong and what to do. */
    public UserError(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** The exit code of the process. */
    public int exitCode() {
        return exitCode;
    }
}
