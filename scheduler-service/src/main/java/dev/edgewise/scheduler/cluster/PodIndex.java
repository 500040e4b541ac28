package dev.edgewise.scheduler.cluster;

import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Requirement;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * Which nodes hold pods with a label, so that selectors look at a few nodes instead of every pod of the cluster.
 * Immutable.
 */
public final class PodIndex {
    static final PodIndex EMPTY = new PodIndex(HashTreePMap.empty());

    private final PMap<Label, PMap<String, Integer>> holders;

    private record Label(String namespace, String key, String value) {}

    private PodIndex(PMap<Label, PMap<String, Integer>> holders) {
        this.holders = holders;
    }

    /** This index with a pod that is on a node. */
    PodIndex with(Pod pod) {
        return change(pod, 1);
    }

    PodIndex without(Pod pod) {
        return change(pod, -1);
    }

    /**
     * Names of all nodes that hold a pod of the namespace which the selector matches, and maybe some more: by the label
     * that the fewest nodes hold; null for any.
     */
    @Nullable
    Set<String> nodesHolding(String namespace, LabelSelector selector) {
        PMap<String, Integer> fewest = null;
        for (Requirement requirement : selector.requirements()) {
            if (requirement.isOneValue()) {
                Label label = new Label(
                        namespace, requirement.key(), requirement.values().get(0));
                PMap<String, Integer> found = holders.getOrDefault(label, HashTreePMap.empty());
                fewest = fewest == null || found.size() < fewest.size() ? found : fewest;
            }
        }
        return fewest == null ? null : fewest.keySet();
    }

    private PodIndex change(Pod pod, int by) {
        String node = Objects.requireNonNull(pod.spec().nodeName(), "nodeName");
        PMap<Label, PMap<String, Integer>> changed = holders;
        for (Map.Entry<String, String> entry : pod.labels().entrySet()) {
            Label label = new Label(pod.namespace(), entry.getKey(), entry.getValue());
            PMap<String, Integer> counts = changed.getOrDefault(label, HashTreePMap.empty());
            int count = counts.getOrDefault(node, 0) + by;
            counts = count > 0 ? counts.plus(node, count) : counts.minus(node);
            changed = counts.isEmpty() ? changed.minus(label) : changed.plus(label, counts);
        }
        return new PodIndex(changed);
    }
}
