package dev.edgewise.common.signal;

import java.util.HashMap;
import java.util.Map;

/** All rows of a store, for tests. */
public final class StoredRows {
    private StoredRows() {}

    public static <V> Map<String, Map<String, V>> of(SignalStore<V> store) {
        Map<String, Map<String, V>> rows = new HashMap<>();
        store.read(rows::put);
        return rows;
    }
}
