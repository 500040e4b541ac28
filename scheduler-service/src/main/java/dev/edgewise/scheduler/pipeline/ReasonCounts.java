package dev.edgewise.scheduler.pipeline;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** How many nodes were rejected for what, told in the words of kube-scheduler's events. */
public final class ReasonCounts {
    private final Map<String, Integer> counts = new HashMap<>();
    private final Set<String> filters = new HashSet<>();

    public void add(Rejection rejection) {
        filters.add(rejection.filter());
        for (String reason : rejection.reasons()) {
            counts.merge(reason, 1, Integer::sum);
        }
    }

    Map<String, Integer> counts() {
        return counts;
    }

    Set<String> filters() {
        return filters;
    }

    /** {@code 0/5 nodes are available: 2 Insufficient cpu, 3 node(s) were unschedulable.} */
    public String message(int nodes) {
        if (nodes == 0) {
            return "0/0 nodes are available: the cluster has no nodes.";
        }
        String reasons = counts.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .sorted()
                .collect(Collectors.joining(", "));
        return "0/" + nodes + " nodes are available: " + reasons + ".";
    }
}
