package dev.edgewise.networkprobe.estimation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Small numbers for the names of nodes. The number of a node that left is given to another, but not before {@link
 * #recycle}, as the sites still know it by then.
 */
final class NodeNumbers {
    private final Map<String, Integer> ids = new HashMap<>();
    private final List<@Nullable String> names = new ArrayList<>();
    private final Deque<Integer> left = new ArrayDeque<>();
    private final Deque<Integer> free = new ArrayDeque<>();

    /** The number of a node, given now if it has none. */
    int add(String name) {
        Integer known = ids.get(name);
        if (known != null) {
            return known;
        }
        Integer reused = free.poll();
        int id = reused == null ? names.size() : reused;
        if (id == names.size()) {
            names.add(name);
        } else {
            names.set(id, name);
        }
        ids.put(name, id);
        return id;
    }

    /** The number of a node, −1 if it has none. */
    int find(String name) {
        return ids.getOrDefault(name, -1);
    }

    /** The name of a number; null if it is free. */
    @Nullable
    String name(int id) {
        return names.get(id);
    }

    void forEach(BiConsumer<String, Integer> each) {
        ids.forEach(each);
    }

    /** Gives the number back; −1 if the node had none. */
    int remove(String name) {
        Integer id = ids.remove(name);
        if (id == null) {
            return -1;
        }
        names.set(id, null);
        left.add(id);
        return id;
    }

    /** Lets the numbers of nodes that left be used again. */
    void recycle() {
        free.addAll(left);
        left.clear();
    }

    /** All numbers, the free ones included, are below this. */
    int capacity() {
        return names.size();
    }
}
