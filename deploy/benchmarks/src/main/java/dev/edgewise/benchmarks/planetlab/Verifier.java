package dev.edgewise.benchmarks.planetlab;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Judges placements by the matrix and the nodes' room alone. Pure. */
final class Verifier {
    private final Delays delays;
    private final List<String> nodes;
    private final Map<String, NodeOrPodCapacity> allocatable;

    /**
     * Counts of correct and wrong placements.
     *
     * @param violated bound farther from the reference than the need allows, or on a node that is not ours
     * @param untruthful said to fit nowhere, though a node within the need has room now
     * @param undecided neither bound nor reported as unschedulable
     * @param overcommitted nodes with pods beyond what they have to give
     */
    record Verdict(int bound, int unschedulable, int violated, int untruthful, int undecided, int overcommitted) {}

    Verifier(Delays delays, List<String> nodes, Map<String, NodeOrPodCapacity> allocatable) {
        this.delays = delays;
        this.nodes = List.copyOf(nodes);
        this.allocatable = Map.copyOf(allocatable);
    }

    /** Judges all placements at once: room is what all of them leave. */
    Verdict verify(List<VerifiedPodPlacement> placements) {
        Map<String, NodeOrPodCapacity> free = new HashMap<>(allocatable);
        for (VerifiedPodPlacement placement : placements) {
            if (placement.node() != null) {
                free.computeIfPresent(placement.node(), (node, room) -> room.minus(placement.room()));
            }
        }
        int bound = 0;
        int unschedulable = 0;
        int violated = 0;
        int untruthful = 0;
        int undecided = 0;
        for (VerifiedPodPlacement placement : placements) {
            if (placement.node() != null) {
                bound++;
                violated += isWithin(placement, nodes.indexOf(placement.node())) ? 0 : 1;
            } else if (placement.unschedulable()) {
                unschedulable++;
                untruthful += fitsSomewhere(placement, free) ? 1 : 0;
            } else {
                undecided++;
            }
        }
        int overcommitted = (int)
                free.values().stream().filter(NodeOrPodCapacity::isOverdrawn).count();
        return new Verdict(bound, unschedulable, violated, untruthful, undecided, overcommitted);
    }

    private boolean fitsSomewhere(VerifiedPodPlacement placement, Map<String, NodeOrPodCapacity> free) {
        for (int i = 0; i < nodes.size(); i++) {
            NodeOrPodCapacity room = free.get(nodes.get(i));
            if (room != null && room.holds(placement.room()) && isWithin(placement, i)) {
                return true;
            }
        }
        return false;
    }

    private boolean isWithin(VerifiedPodPlacement placement, int node) {
        int reference = nodes.indexOf(placement.reference());
        return node >= 0 && reference >= 0 && delays.between(reference, node) <= placement.needMillis();
    }
}
