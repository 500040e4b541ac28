package dev.edgewise.offloader.rounds;

import dev.edgewise.offloader.cluster.PlanningNodeStatus;
import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.policies.Policy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A plan as it was made.
 *
 * @param took to make it, requests to the scheduler included
 * @param calls to the scheduler
 * @param nodes all, by name
 * @param decisions on all pods, by namespace and name
 * @param moves the verdicts on pods that move, in their turns
 */
public record PlanReport(
        Policy policy,
        Instant at,
        Duration took,
        int calls,
        List<PlanningNodeStatus> nodes,
        List<MoveDecision> decisions,
        List<MoveDecision> moves) {
    public PlanReport {
        nodes = List.copyOf(nodes);
        decisions = List.copyOf(decisions);
        moves = List.copyOf(moves);
    }
}
