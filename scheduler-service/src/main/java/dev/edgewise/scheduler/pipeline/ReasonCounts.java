package dev.edgewise.scheduler.pipeline;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How many nodes were rejected for what, told in the words of kube-scheduler's events. */
public final class ReasonCounts {
    /** Most filters hand out the same object for thousands of nodes: counted as such, spelled out at the end. */
    private final Map<Rejection, int[]> nodes = new IdentityHashMap<>();
    /** Most nodes are rejected for what the one before was. */
    private @Nullable Rejection last;

    private int[] ofLast = {};

    public void add(Rejection rejection) {
        add(rejection, 1);
    }

    /** Counts so many nodes at once; none is no reason. */
    public void add(Rejection rejection, int count) {
        if (count == 0) {
            return;
        }
        if (rejection != last) {
            ofLast = nodes.computeIfAbsent(rejection, first -> new int[1]);
            last = rejection;
        }
        ofLast[0] += count;
    }

    Map<String, Integer> counts() {
        Map<String, Integer> counts = new HashMap<>();
        nodes.forEach((rejection, count) ->
                rejection.reasons().forEach(reason -> counts.merge(reason, count[0], Integer::sum)));
        return counts;
    }

    Set<String> filters() {
        return nodes.keySet().stream().map(Rejection::filter).collect(Collectors.toSet());
    }

    /** {@code 0/5 nodes are available: 2 Insufficient cpu, 3 node(s) were unschedulable.} */
    public String message(int all) {
        if (all == 0) {
            return "0/0 nodes are available: the cluster has no nodes.";
        }
        String reasons = counts().entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .sorted()
                .collect(Collectors.joining(", "));
        return "0/" + all + " nodes are available: " + reasons + ".";
    }
}
