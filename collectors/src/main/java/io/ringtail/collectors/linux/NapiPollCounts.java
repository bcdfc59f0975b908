package io.ringtail.collectors.linux;

import java.util.List;

/**
 * Polls of one NAPI instance since the counting began.
 *
 * @param ifindex its interface
 * @param napiId the kernel's number of it, 0 for one that has none
 * @param packets packets (or completions) that its polls found
 * @param sizes polls by how many they found: 0, 1, 2 to 3, 4 to 7, 8 to 15, 16 to 31, 32 to 63, 64 and more. Unit: polls
 */
public record NapiPollCounts(int ifindex, int napiId, long packets, List<Long> sizes) {
    /** How many sizes are told apart. */
    public static final int SIZES = 8;
}
