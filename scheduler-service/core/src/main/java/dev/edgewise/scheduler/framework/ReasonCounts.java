package dev.edgewise.scheduler.framework;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The number of nodes that were rejected for each reason, in the words of kube-scheduler's events. */
public final class ReasonCounts {
    /** Number of reasons that are reported, the most frequent ones: decisions are kept by the thousand. */
    static final int MOST_REPORTED_REASONS = 30;
    /** Number of nodes whose reasons are counted if each has a reason of its own: the first ones. */
    private static final int MOST_COUNTED = 1000;

    private static final int MOST_UNSPELLED = 64;

    /**
     * Counts by rejection object: most filters return the same object for thousands of nodes. Reasons are spelled out
     * when these are many.
     */
    private final Map<Rejection, int[]> nodes = new IdentityHashMap<>();

    private final Map<String, Integer> spelled = new HashMap<>();
    private final Set<String> filters = new HashSet<>();
    private int all;
    private boolean others;
    /** The last rejection: most nodes are rejected for the same reason as the one before. */
    private @Nullable Rejection last;

    private int[] ofLast = {};

    public void add(Rejection rejection) {
        add(rejection, 1);
    }

    /** Counts that many nodes; zero adds no reason. */
    public void add(Rejection rejection, int count) {
        if (count == 0) {
            return;
        }
        if (rejection != last) {
            if (nodes.size() >= MOST_UNSPELLED && !nodes.containsKey(rejection)) {
                spell();
            }
            ofLast = nodes.computeIfAbsent(rejection, first -> new int[1]);
            last = rejection;
        }
        ofLast[0] += count;
        all += count;
    }

    /** Returns how many nodes were counted. */
    int nodes() {
        return all;
    }

    /** The most frequent reasons. */
    Map<String, Integer> counts() {
        spell();
        Map<String, Integer> counts = new LinkedHashMap<>();
        spelled.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.naturalOrder())))
                .limit(MOST_REPORTED_REASONS)
                .forEach(reason -> counts.put(reason.getKey(), reason.getValue()));
        return counts;
    }

    /** The names of the filters that gave a reason. */
    public Set<String> filters() {
        spell();
        return Set.copyOf(filters);
    }

    /** {@code 0/5 nodes are available: 2 Insufficient cpu, 3 node(s) were unschedulable.} */
    public String message(int all) {
        if (all == 0) {
            return "0/0 nodes are available: the cluster has no nodes.";
        }
        Map<String, Integer> counts = counts();
        String reasons = counts.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .sorted()
                .collect(Collectors.joining(", "));
        String more = others || counts.size() < spelled.size() ? ", and others" : "";
        return "0/" + all + " nodes are available: " + reasons + more + ".";
    }

    private void spell() {
        nodes.forEach((rejection, count) -> {
            filters.add(rejection.filter());
            rejection.reasons().forEach(reason -> count(reason, count[0]));
        });
        nodes.clear();
        last = null;
    }

    private void count(String reason, int count) {
        if (spelled.size() < MOST_COUNTED || spelled.containsKey(reason)) {
            spelled.merge(reason, count, Integer::sum);
        } else {
            others = true;
        }
    }
}
