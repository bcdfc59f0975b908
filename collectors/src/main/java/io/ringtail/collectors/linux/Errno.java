package io.ringtail.collectors.linux;

import java.util.Map;

/** A failed call into the kernel, with its errno by name: EOPNOTSUPP (95). */
public final class Errno extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public static final int EPERM = 1;
    public static final int ENOENT = 2;
    public static final int EINTR = 4;
    public static final int EAGAIN = 11;
    public static final int EACCES = 13;
    public static final int EBUSY = 16;
    public static final int ENODEV = 19;
    public static final int EINVAL = 22;
    public static final int ENOPROTOOPT = 92;
    public static final int EOPNOTSUPP = 95;
    public static final int EBADMSG = 74;
    public static final int EADDRINUSE = 98;
    public static final int EADDRNOTAVAIL = 99;
    public static final int ENOBUFS = 105;
    public static final int ETIMEDOUT = 110;
    public static final int ECONNRESET = 104;
    public static final int ECONNREFUSED = 111;
    public static final int EHOSTUNREACH = 113;
    public static final int ENETUNREACH = 101;
    public static final int EPIPE = 32;

    private static final Map<Integer, String> NAMES = Map.ofEntries(
            Map.entry(EPERM, "EPERM"),
            Map.entry(ENOENT, "ENOENT"),
            Map.entry(EINTR, "EINTR"),
            Map.entry(EAGAIN, "EAGAIN"),
            Map.entry(EACCES, "EACCES"),
            Map.entry(EBUSY, "EBUSY"),
            Map.entry(ENODEV, "ENODEV"),
            Map.entry(EINVAL, "EINVAL"),
            Map.entry(ENOPROTOOPT, "ENOPROTOOPT"),
            Map.entry(EOPNOTSUPP, "EOPNOTSUPP"),
            Map.entry(EBADMSG, "EBADMSG"),
            Map.entry(EADDRINUSE, "EADDRINUSE"),
            Map.entry(EADDRNOTAVAIL, "EADDRNOTAVAIL"),
            Map.entry(ENOBUFS, "ENOBUFS"),
            Map.entry(ETIMEDOUT, "ETIMEDOUT"),
            Map.entry(ECONNRESET, "ECONNRESET"),
            Map.entry(EHOSTUNREACH, "EHOSTUNREACH"),
            Map.entry(ENETUNREACH, "ENETUNREACH"),
            Map.entry(EPIPE, "EPIPE"),
            Map.entry(ECONNREFUSED, "ECONNREFUSED"));

    private final int number;

    /** The failure of a call with an errno. */
    public Errno(String call, int number) {
        super(call + ": " + name(number) + " (" + number + ")");
        this.number = number;
    }

    /** The errno. */
    public int number() {
        return number;
    }

    /** An errno's name, or errno-N for one that is not listed. */
    public static String name(int number) {
        return NAMES.getOrDefault(number, "errno-" + number);
    }

    /** The reason for an absence, in the words of the records: unsupported, denied, vanished, timeout, or the name. */
    public static String absence(int number) {
        return switch (number) {
            case EOPNOTSUPP -> "unsupported";
            case EPERM, EACCES -> "denied";
            case ENODEV, ENOENT -> "vanished";
            case ETIMEDOUT -> "timeout";
            default -> name(number);
        };
    }
}
