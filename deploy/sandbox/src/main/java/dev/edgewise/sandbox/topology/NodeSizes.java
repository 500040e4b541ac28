package dev.edgewise.sandbox.topology;

/** Allocatable resources by kind of node: edge nodes are small, the cloud is large. */
final class NodeSizes {
    private NodeSizes() {}

    static SimulatedNode edge(String name, String site, String region, int cores) {
        return new SimulatedNode(name, site, region, false, cores, 2 * cores);
    }

    static SimulatedNode cloud(String name) {
        return new SimulatedNode(name, "cloud", "cloud", true, 64, 256);
    }
}
