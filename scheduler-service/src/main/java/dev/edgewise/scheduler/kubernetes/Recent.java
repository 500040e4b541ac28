package dev.edgewise.scheduler.kubernetes;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets what was used least recently. */
final class Recent<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    private final int capacity;

    Recent(int capacity) {
        super(16, 0.75f, true);
        this.capacity = capacity;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > capacity;
    }
}
