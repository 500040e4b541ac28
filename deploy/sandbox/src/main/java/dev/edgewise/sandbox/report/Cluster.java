package dev.edgewise.sandbox.report;

import dev.edgewise.sandbox.topology.DelayMatrix;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** The cluster at one moment: what is where, how much room is left, and how far things are from each other. */
final class Cluster {
    private final Map<String, NodeFacts> nodes = new HashMap<>();
    private final Map<String, Resources> used = new HashMap<>();
    private final Map<String, List<PodFacts>> running;
    private final DelayMatrix delays;

    Cluster(List<NodeFacts> nodes, List<PodFacts> pods, DelayMatrix delays) {
        nodes.forEach(node -> this.nodes.put(node.name(), node));
        this.delays = delays;
        this.running = new HashMap<>();
        for (PodFacts pod : pods) {
            if (pod.node() != null) {
                used.merge(pod.node(), pod.asks(), Resources::plus);
                pod.workloads().forEach(name -> running.computeIfAbsent(
                                pod.namespace() + "/" + name, key -> new java.util.ArrayList<>())
                        .add(pod));
            }
        }
    }

    List<NodeFacts> nodes() {
        return nodes.values().stream()
                .sorted(Comparator.comparing(NodeFacts::name))
                .toList();
    }

    boolean inCloud(String node) {
        NodeFacts facts = nodes.get(node);
        return facts != null && facts.cloud();
    }

    boolean hasRoom(NodeFacts node, PodFacts pod) {
        return node.allocatable().holds(used.getOrDefault(node.name(), Resources.NONE), pod.asks());
    }

    /** Nodes of the reference: the node of that name, else the nodes on which that workload runs. */
    List<String> placesOf(DelayNeed need, PodFacts pod) {
        if (nodes.containsKey(need.reference())) {
            return List.of(need.reference());
        }
        return running.getOrDefault(pod.namespace() + "/" + need.reference(), List.of()).stream()
                .filter(other -> other.running() && !other.name().equals(pod.name()) && other.node() != null)
                .map(PodFacts::node)
                .distinct()
                .toList();
    }

    /** The delay in ms from the nearest place of the reference to a node; empty if nothing is known. */
    OptionalDouble delay(List<String> places, String node) {
        return places.stream()
                .map(place -> delays.between(place, node))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .min();
    }
}
