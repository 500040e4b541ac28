package dev.edgewise.scheduler.rtt;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Small numbers for node names, so that rows are arrays of ints. Numbers are never reused: the table grows with the
 * names ever seen, which is bounded by the nodes a cluster has in the life of this process.
 */
final class NodeIds {
    static final int UNKNOWN = -1;

    private final Map<String, Integer> ids = new ConcurrentHashMap<>();
    private final List<String> names = new CopyOnWriteArrayList<>();

    int find(String name) {
        return ids.getOrDefault(name, UNKNOWN);
    }

    int idOf(String name) {
        Integer known = ids.get(name);
        return known != null ? known : add(name);
    }

    String name(int id) {
        return names.get(id);
    }

    private synchronized int add(String name) {
        Integer known = ids.get(name);
        if (known != null) {
            return known;
        }
        int id = names.size();
        names.add(name);
        ids.put(name, id);
        return id;
    }
}
