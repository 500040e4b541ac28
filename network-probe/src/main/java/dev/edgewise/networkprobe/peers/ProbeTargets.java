package dev.edgewise.networkprobe.peers;

import dev.edgewise.networkprobe.estimation.NodePair;
import dev.edgewise.networkprobe.estimation.RttEstimator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The healthy nodes and the peers that each of them measures. */
final class ProbeTargets {
    private final int most;
    private final int mostMeasurers;
    private final Map<String, PlannerNode> byName = new TreeMap<>();
    private Map<Integer, PlannerNode> byNode = Map.of();

    /**
     * Creates targets with at most this many peers for each node, each of which is the peer of a limited number of
     * others.
     */
    ProbeTargets(int most, MaxMeasurers measurers) {
        this.most = most;
        this.mostMeasurers = measurers.nodes();
    }

    /** Takes over who is healthy now; returns the numbers of those that no longer are. */
    Set<Integer> update(SortedSet<String> names, RttEstimator estimator) {
        Set<Integer> left = new HashSet<>();
        byName.entrySet().removeIf(entry -> {
            int node = entry.getValue().node;
            boolean gone = !names.contains(entry.getKey()) || estimator.id(entry.getKey()) != node;
            return gone && left.add(node);
        });
        if (!left.isEmpty()) {
            byName.values().forEach(prober -> prober.peers().removeAll(left));
        }
        names.forEach(name -> byName.computeIfAbsent(name, added -> new PlannerNode(estimator.id(added), most)));
        Map<Integer, PlannerNode> numbered = new TreeMap<>();
        byName.values().forEach(prober -> numbered.put(prober.node, prober));
        byNode = Collections.unmodifiableMap(numbered);
        return left;
    }

    /** All nodes, by number. */
    Map<Integer, PlannerNode> byNode() {
        return byNode;
    }

    Collection<PlannerNode> all() {
        return byNode.values();
    }

    /** Lets the starters measure their partners from now on. */
    void start(List<NodePair> probes) {
        for (NodePair probe : probes) {
            PlannerNode starter = byNode.get(probe.from());
            if (starter != null) {
                starter.probe(probe.to(), most);
            }
        }
    }

    /** Returns the probes without those to nodes that as many others measure as may. */
    List<NodePair> withRoom(List<NodePair> probes) {
        MeasurerCounts measurers = measurers();
        return probes.stream().filter(probe -> measurers.add(probe.to())).toList();
    }

    MeasurerCounts measurers() {
        return new MeasurerCounts(all(), mostMeasurers);
    }

    void newWindow() {
        byName.values().forEach(prober -> prober.refill(most));
    }

    Map<String, List<String>> peers() {
        Map<Integer, String> names = new HashMap<>();
        byName.forEach((name, prober) -> names.put(prober.node, name));
        Map<String, List<String>> peers = new TreeMap<>();
        byName.forEach((name, prober) -> {
            List<String> ofNode = new ArrayList<>();
            for (int peer : prober.peers()) {
                @Nullable String known = names.get(peer);
                if (known != null) {
                    ofNode.add(known);
                }
            }
            peers.put(name, ofNode);
        });
        return peers;
    }
}
