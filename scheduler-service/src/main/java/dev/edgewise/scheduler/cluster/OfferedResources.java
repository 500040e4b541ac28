package dev.edgewise.scheduler.cluster;

import dev.edgewise.scheduler.model.Node;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/** The resources besides CPU, memory and ephemeral storage that any node has some of, with how many nodes do. Immutable. */
record OfferedResources(PMap<String, Integer> nodes) {
    static final OfferedResources NONE = new OfferedResources(HashTreePMap.empty());

    boolean contains(String name) {
        return nodes.containsKey(name);
    }

    /** Takes in the change of one node; null where it is not there. */
    OfferedResources replace(@Nullable Node before, @Nullable Node after) {
        Map<String, Long> old = before == null ? Map.of() : before.allocatable().scalars();
        Map<String, Long> now = after == null ? Map.of() : after.allocatable().scalars();
        if (old.equals(now)) {
            return this;
        }
        return new OfferedResources(count(count(nodes, now, 1), old, -1));
    }

    private static PMap<String, Integer> count(PMap<String, Integer> nodes, Map<String, Long> of, int by) {
        PMap<String, Integer> counted = nodes;
        for (Map.Entry<String, Long> amount : of.entrySet()) {
            if (amount.getValue() > 0) {
                int count = counted.getOrDefault(amount.getKey(), 0) + by;
                counted = count == 0 ? counted.minus(amount.getKey()) : counted.plus(amount.getKey(), count);
            }
        }
        return counted;
    }
}
