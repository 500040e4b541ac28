package dev.edgewise.offloader.cluster;

import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.plan.PlanningSnapshot;
import java.util.List;

/**
 * The input of a round.
 *
 * @param fleet nodes with a valid reading that run, and the candidates on them
 * @param held the candidates on other nodes, which stay
 * @param nodes all of the cluster, by name
 */
public record PlanningInput(PlanningSnapshot fleet, List<MoveDecision> held, List<PlanningNodeStatus> nodes) {
    public PlanningInput {
        held = List.copyOf(held);
        nodes = List.copyOf(nodes);
    }
}
