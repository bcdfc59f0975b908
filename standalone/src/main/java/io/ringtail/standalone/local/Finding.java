package io.ringtail.standalone.local;

/**
 * One thing that can be seen on this host, or not.
 *
 * @param source source, capability or kernel option that it is about
 * @param object host, netns, interface:NAME
 * @param what what was looked for
 * @param state how it stands
 * @param detail what was found, or the reason for which it was not
 * @param needs what would give it; empty where nothing is missing or nothing would
 * @param cost what its absence costs the analysis; empty where nothing is missing
 */
record Finding(String source, String object, String what, State state, String detail, String needs, String cost) {
    enum State {
        /** All of it is seen. */
        SEEN,
        /** Some of it is. */
        PARTLY,
        /** This kernel, driver or kind of interface does not have it. */
        UNSUPPORTED,
        /** It is there and cannot be read. */
        MISSING
    }

    static Finding seen(String source, String object, String what, String detail) {
        return new Finding(source, object, what, State.SEEN, detail, "", "");
    }
}
