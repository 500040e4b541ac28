package dev.edgewise.sandbox.topology;

import java.util.List;

/** The simulated nodes and the delays between them, in the same order. */
public record Topology(List<SimulatedNode> nodes, DelayMatrix delays) {
    public Topology {
        nodes = List.copyOf(nodes);
        if (!nodes.stream().map(SimulatedNode::name).toList().equals(delays.names())) {
            throw new IllegalArgumentException(
                    "the delay matrix must have one row per node, in the order of the nodes");
        }
    }

    /** One line for people, such as "30 edge nodes in 6 sites, 1 cloud node". */
    public String summary() {
        long cloud = nodes.stream().filter(SimulatedNode::cloud).count();
        long sites = nodes.stream()
                .filter(node -> !node.cloud())
                .map(SimulatedNode::site)
                .distinct()
                .count();
        return count(nodes.size() - cloud, "edge node") + " in " + count(sites, "site") + ", "
                + count(cloud, "cloud node");
    }

    private static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
