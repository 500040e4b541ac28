package dev.edgewise.offloader.rounds;

import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.plan.Want;
import dev.edgewise.offloader.scheduler.Inquiry;
import dev.edgewise.offloader.scheduler.Violation;
import org.jspecify.annotations.Nullable;

/** A pod that the scheduler would not place where it runs any more. */
record Broken(CandidatePod pod, Violation violation) {
    @Nullable
    String backup() {
        return pod.node().equals(violation.backup()) ? null : violation.backup();
    }

    /** @param backup the node that it is asked about; null for where it may stay, or where else it would go */
    Inquiry inquiry(@Nullable String backup) {
        return backup == null ? Inquiry.present(pod) : Inquiry.move(pod, backup);
    }

    Want want(String target) {
        Double share = violation.severity();
        return new Want(
                target,
                violation.reason(),
                violation.cause(),
                Want.ANY,
                share == null ? Double.MAX_VALUE : Math.max(share, Double.MIN_VALUE));
    }
}
