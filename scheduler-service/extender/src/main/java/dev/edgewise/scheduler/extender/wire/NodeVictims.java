package dev.edgewise.scheduler.extender.wire;

import java.util.List;

/**
 * The pods that would be evicted from a node.
 *
 * @param uids of the pods, in the order in which they were sent
 * @param violations of how many disruption budgets
 */
public record NodeVictims(List<String> uids, long violations) {
    static final NodeVictims NONE = new NodeVictims(List.of(), 0);
}
