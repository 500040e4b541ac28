package dev.edgewise.networkprobe.matrix;

import java.util.List;

/**
 * A delay matrix whose nodes are known.
 *
 * @param nodes that of each row, with different names
 * @param delays as many rows as nodes
 */
public record NamedMatrix(List<Node> nodes, DelayMatrix delays) {
    /** @param zone empty if it has none */
    public record Node(String name, String zone) {}
}
