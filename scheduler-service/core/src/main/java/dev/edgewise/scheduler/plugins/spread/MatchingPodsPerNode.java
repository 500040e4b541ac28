package dev.edgewise.scheduler.plugins.spread;

import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.SpreadConstraint;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The number of pods on each node that the selectors of a pod's constraints match: of the same namespace, not
 * terminating; an empty selector means none. All selectors are matched in one walk over the pods of the namespace, when
 * the first is asked for. Serves one decision, on one thread.
 */
final class MatchingPodsPerNode {
    private final List<LabelSelector> selectors;
    private final Function<List<LabelSelector>, List<Map<String, Integer>>> walk;
    private final Map<LabelSelector, Map<String, Integer>> found = new HashMap<>();

    /** @param walk counts the pods on each node that holds any, for each selector */
    MatchingPodsPerNode(
            Collection<SpreadConstraint> constraints, Function<List<LabelSelector>, List<Map<String, Integer>>> walk) {
        this.selectors = constraints.stream()
                .map(SpreadConstraint::selector)
                .filter(selector -> !selector.isEverything())
                .distinct()
                .toList();
        this.walk = walk;
    }

    static MatchingPodsPerNode of(Collection<SpreadConstraint> constraints, Pod pod, Snapshot snapshot) {
        return new MatchingPodsPerNode(constraints, selectors -> snapshot.countsOf(pod.namespace(), selectors));
    }

    /** Returns the counts by the names of the nodes that hold any; a removed node may be among them. */
    Map<String, Integer> byNode(LabelSelector selector) {
        if (selectors.isEmpty()) {
            return Map.of();
        }
        if (found.isEmpty()) {
            List<Map<String, Integer>> counts = walk.apply(selectors);
            for (int i = 0; i < counts.size(); i++) {
                found.put(selectors.get(i), counts.get(i));
            }
        }
        return found.getOrDefault(selector, Map.of());
    }
}
