package dev.edgewise.scheduler.signals.rtt;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Small numbers for node names, so that rows are arrays of ints. A number always means the same name; the names of
 * deleted nodes are forgotten with the whole table, see {@link RttIndex#forgetting}.
 */
final class NodeNameNumbering {
    static final int UNKNOWN = -1;

    private final Map<String, Integer> ids = new ConcurrentHashMap<>();
    private volatile String[] names = new String[64];
    private volatile int size;

    int find(String name) {
        return ids.getOrDefault(name, UNKNOWN);
    }

    int idOf(String name) {
        Integer known = ids.get(name);
        return known != null ? known : add(name);
    }

    String name(int id) {
        return names[id];
    }

    /** Returns how many names there are; their numbers are smaller. */
    int size() {
        return size;
    }

    /** Returns how many names surely are found by now; {@link #size} may count one more that is being added. */
    synchronized int found() {
        return size;
    }

    private synchronized int add(String name) {
        Integer known = ids.get(name);
        if (known != null) {
            return known;
        }
        int id = size;
        String[] grown = id < names.length ? names : Arrays.copyOf(names, 2 * id);
        grown[id] = name;
        names = grown;
        size = id + 1;
        ids.put(name, id);
        return id;
    }
}
