package dev.edgewise.scheduler.state.protection;

import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.Pod;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Pods that cannot run beside others of their controller. They must not restart side by side either, if several nodes
 * fail together.
 */
public final class MutuallyExclusivePods {
    private MutuallyExclusivePods() {}

    /**
     * Returns whether the pod excludes others of its controller: by a required anti-affinity that speaks of itself, or
     * a port of the node.
     */
    public static boolean isKeptApart(Pod pod) {
        return !pod.spec().hostPorts().isEmpty() || !topologyKeys(pod).isEmpty();
    }

    /** The node labels over which the pod excludes others of its controller, beside the node itself. */
    public static Set<String> topologyKeys(Pod pod) {
        return pod.spec().podAffinity().requiredAnti().stream()
                .filter(term -> term.matches(pod, Map.of()))
                .map(AffinityTerm::topologyKey)
                .collect(Collectors.toSet());
    }
}
