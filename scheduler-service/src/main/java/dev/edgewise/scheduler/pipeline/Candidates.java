package dev.edgewise.scheduler.pipeline;

import dev.edgewise.scheduler.cluster.NodeState;

/**
 * The only nodes that a check can accept, as an index knows them.
 *
 * @param size how many there are at most; the filter with the fewest leads the search
 * @param nodes best first; read only as far as needed
 */
public record Candidates(int size, Iterable<NodeState> nodes) {}
