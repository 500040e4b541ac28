package dev.edgewise.sandbox.report;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Facts about a pod for the verifier.
 *
 * @param workloads names by which others may refer to it: its {@code app}, its owners, its own
 * @param asks its resource requests
 * @param rules which nodes it allows besides its delay needs
 * @param node where it is, null while it is pending
 * @param running whether its containers run, so that others may refer to it
 * @param finished whether its containers have exited permanently
 * @param refusal the scheduler's message if it found no node, else null
 */
public record PodFacts(
        String namespace,
        String name,
        String schedulerName,
        Set<String> workloads,
        List<DelayNeed> needs,
        Resources asks,
        Rules rules,
        @Nullable String node,
        boolean running,
        boolean finished,
        @Nullable String refusal) {
    /**
     * Rules of a pod for nodes besides its delay needs.
     *
     * @param nodeSelector labels the node must have
     * @param tolerates whether it tolerates taints beyond those that every pod does
     * @param unchecked rules that the sandbox does not check itself, such as "podAntiAffinity"
     */
    public record Rules(Map<String, String> nodeSelector, boolean tolerates, List<String> unchecked) {
        public static final Rules NONE = new Rules(Map.of(), false, List.of());

        boolean allow(NodeFacts candidate) {
            return (candidate.open() || tolerates)
                    && candidate.labels().entrySet().containsAll(nodeSelector.entrySet());
        }
    }

    public PodFacts {
        workloads = Set.copyOf(workloads);
        needs = List.copyOf(needs);
    }

    /** Whether this profile places the pod on cloud nodes, as it has no need. */
    boolean belongsInCloud() {
        return needs.isEmpty() && schedulerName.equals("custom-scheduler");
    }
}
