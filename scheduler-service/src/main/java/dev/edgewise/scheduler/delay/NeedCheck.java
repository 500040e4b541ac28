package dev.edgewise.scheduler.delay;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.pipeline.Candidates;
import dev.edgewise.scheduler.pipeline.Rejection;
import org.jspecify.annotations.Nullable;

/** One need, judged node by node. */
final class NeedCheck {
    private final DelayNeed need;
    private final Reference reference;
    private final Rejection tooFar;
    private final Rejection unknown;

    NeedCheck(DelayNeed need, Reference reference) {
        this.need = need;
        this.reference = reference;
        this.tooFar =
                Rejection.fixed(Delay.NAME, "node(s) were farther than " + need.bound() + " from " + need.reference());
        this.unknown = Rejection.fixed(Delay.NAME, "node(s) had no known round-trip time from " + need.reference());
    }

    @Nullable
    Rejection check(NodeState node) {
        long micros = reference.micros(node.name(), need.percentile());
        if (micros == Reference.UNKNOWN) {
            return unknown;
        }
        return micros <= need.micros() ? null : tooFar;
    }

    /** How much of the bound the node uses up, 0..1 for a node within it. */
    double shareUsed(NodeState node) {
        long micros = reference.micros(node.name(), need.percentile());
        return need.micros() == 0 ? 0 : Math.min(1, (double) micros / need.micros());
    }

    Candidates radius(Snapshot snapshot) {
        return Radius.of(need, reference, snapshot);
    }
}
