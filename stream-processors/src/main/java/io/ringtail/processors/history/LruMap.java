package io.ringtail.processors.history;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets what was not used for longest. */
final class LruMap<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;
    private static final float LOAD = 0.75f;

    private final int limit;

    LruMap(int limit) {
        super(16, LOAD, true);
        this.limit = limit;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > limit;
    }
}
