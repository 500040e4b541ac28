package dev.edgewise.offloader.rounds.violations;

import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.plan.MoveProposal;
import dev.edgewise.offloader.scheduler.PlacementQuery;
import dev.edgewise.offloader.scheduler.Violation;
import org.jspecify.annotations.Nullable;

/** A pod that the scheduler would not place where it runs any more. */
record ViolatedPod(CandidatePod pod, Violation violation) {
    @Nullable
    String backup() {
        return pod.node().equals(violation.backup()) ? null : violation.backup();
    }

    /** @param backup the node that it is asked about; null for where it may stay, or where else it would go */
    PlacementQuery query(@Nullable String backup) {
        return backup == null ? PlacementQuery.present(pod) : PlacementQuery.move(pod, backup);
    }

    MoveProposal proposal(String target) {
        Double share = violation.severity();
        return new MoveProposal(
                target,
                violation.reason(),
                violation.cause(),
                MoveProposal.ANY,
                share == null ? Double.MAX_VALUE : Math.max(share, Double.MIN_VALUE));
    }
}
