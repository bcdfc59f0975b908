package io.ringtail.processors.topology;

import java.util.Locale;

/** Keys of the state stores: parts joined by a zero character, moments padded so that they sort by time. */
final class Keys {
    private static final String SEPARATOR = "\u0000";

    private Keys() {}

    static String of(String... parts) {
        return String.join(SEPARATOR, parts);
    }

    /** What all keys that begin with these parts begin with. */
    static String prefix(String... parts) {
        return of(parts) + SEPARATOR;
    }

    /** A moment, ns since 1970-01-01 UTC; those before it count as 0. */
    static String moment(long epochNs) {
        return String.format(Locale.ROOT, "%019d", Math.max(0, epochNs));
    }

    /** The moment in a key that ends with one. */
    static long momentOf(String key, String prefix) {
        int from = prefix.length();
        return Long.parseLong(key.substring(from, from + 19));
    }
}
