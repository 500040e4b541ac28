package dev.edgewise.benchmarks.throughput.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks the placements after a burst against the objects on the API server. Pure. */
public final class Verifier {
    private final Set<String> nodes;
    private final int podsPerNode;

    /** @param podsPerNode how many of the pods a node has room for */
    public Verifier(List<String> nodes, int podsPerNode) {
        this.nodes = Set.copyOf(nodes);
        this.podsPerNode = podsPerNode;
    }

    /**
     * Returns violations; empty if there are none.
     *
     * @param wanted the names of the burst's pods
     * @param messages of the {@code Scheduled} events, by pod
     */
    public List<String> violations(List<String> wanted, List<PlacedPod> pods, Map<String, List<String>> messages) {
        List<String> violations = new ArrayList<>();
        Set<String> missing = new HashSet<>(wanted);
        Map<String, Integer> perNode = new HashMap<>();
        for (PlacedPod pod : pods) {
            if (!missing.remove(pod.name())) {
                violations.add("pod " + pod.name() + " is not of this burst");
            } else if (!nodes.contains(pod.node())) {
                violations.add("pod " + pod.name() + " is bound to '" + pod.node() + "', which is no node");
            } else {
                perNode.merge(pod.node(), 1, Integer::sum);
                check(pod, messages.getOrDefault(pod.name(), List.of()), violations);
            }
        }
        missing.forEach(pod -> violations.add("pod " + pod + " is gone"));
        perNode.forEach((node, count) -> {
            if (count > podsPerNode) {
                violations.add("node " + node + " has " + count + " pods, allocatable are " + podsPerNode);
            }
        });
        return violations;
    }

    /** Whether the message names the node, which details may follow. */
    private static boolean names(String message, String node) {
        String named = " to " + node;
        return message.endsWith(named) || message.contains(named + ": ");
    }

    private static void check(PlacedPod pod, List<String> messages, List<String> violations) {
        if (messages.size() != 1) {
            violations.add("pod " + pod.name() + " has " + messages.size() + " Scheduled events");
        } else if (!names(messages.get(0), pod.node())) {
            violations.add("pod " + pod.name() + " is on " + pod.node() + ", its event says: " + messages.get(0));
        }
    }
}
