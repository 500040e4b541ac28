package dev.edgewise.networkprobe.nodes;

import org.jspecify.annotations.Nullable;

/**
 * A node of the cluster.
 *
 * @param zone its site, for metrics and the page; empty if it has none
 * @param well false if it is not ready or about to leave: then it neither measures nor is measured
 * @param address where its agent is reached if the node itself says so, else null
 */
public record ProbeNode(String name, String zone, boolean well, @Nullable ProbeEndpoint address) {}
