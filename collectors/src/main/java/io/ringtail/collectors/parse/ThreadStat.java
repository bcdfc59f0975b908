package io.ringtail.collectors.parse;

import java.util.Optional;

/**
 * What /proc/PID/task/TID/stat says of a thread. Pure.
 *
 * @param state R running, S sleeping ...
 * @param cpuTicks user and system time. Unit: clock ticks, of 10 ms
 * @param cpu the CPU that it runs on or ran on last
 */
public record ThreadStat(char state, long cpuTicks, int cpu) {
    private static final int STATE = 0;
    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;
    private static final int PROCESSOR = 36;

    /** Reads it; the name in parentheses may contain anything. */
    public static Optional<ThreadStat> parse(byte[] bytes, int length) {
        int name = length - 1;
        while (name >= 0 && bytes[name] != ')') {
            name--;
        }
        if (name < 0) {
            return Optional.empty();
        }
        String[] words = Ascii.text(bytes, name + 1, length).trim().split(" ", -1);
        try {
            return words.length <= PROCESSOR || words[STATE].length() != 1
                    ? Optional.empty()
                    : Optional.of(new ThreadStat(
                            words[STATE].charAt(0),
                            Long.parseLong(words[USER_TIME]) + Long.parseLong(words[SYSTEM_TIME]),
                            Integer.parseUnsignedInt(words[PROCESSOR])));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }
}
