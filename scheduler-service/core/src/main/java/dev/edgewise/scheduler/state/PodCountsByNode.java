package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/** Numbers of pods by node; nodes without any are left out. */
final class PodCountsByNode {
    private PodCountsByNode() {}

    /** @param counts null for none */
    static PMap<String, Integer> plus(@Nullable PMap<String, Integer> counts, Pod placed) {
        String node = nodeOf(placed);
        return counts == null ? HashTreePMap.singleton(node, 1) : counts.plus(node, counts.getOrDefault(node, 0) + 1);
    }

    /** @param counts null for none */
    static PMap<String, Integer> minus(@Nullable PMap<String, Integer> counts, Pod placed) {
        if (counts == null) {
            return HashTreePMap.empty();
        }
        String node = nodeOf(placed);
        int count = counts.getOrDefault(node, 0) - 1;
        return count > 0 ? counts.plus(node, count) : counts.minus(node);
    }

    private static String nodeOf(Pod pod) {
        return Objects.requireNonNull(pod.spec().nodeName(), "nodeName");
    }
}
