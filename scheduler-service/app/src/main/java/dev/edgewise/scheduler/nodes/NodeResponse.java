package dev.edgewise.scheduler.nodes;

import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.state.NodeCapacityCalculator;
import dev.edgewise.scheduler.state.NodeState;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A node as REST shows it.
 *
 * @param ready whether no taint of the node lifecycle says otherwise
 * @param unschedulable cordoned
 * @param allocatable by resource name, as Kubernetes writes quantities
 * @param requested what its pods need in all, bound or about to be, what reservations hold, and what is kept for
 *     failures
 * @param reserved what reservations hold of it
 * @param keptForFailures what is kept of it for failures of other nodes; {@code pods} is how many pods fit
 * @param pods how many pods it holds; each reservation, and each that fits into what is kept, is one of them
 * @param maxPods how many it takes
 * @param rtt the round-trip times from this node; null if none is known
 * @param energy how much energy it has; null if nothing is known
 * @param reward how pods do there, over all types; null if nothing is known
 */
record NodeResponse(
        String name,
        Map<String, String> labels,
        boolean ready,
        boolean unschedulable,
        List<TaintResponse> taints,
        Map<String, String> allocatable,
        Map<String, String> requested,
        Map<String, String> reserved,
        Map<String, String> keptForFailures,
        int pods,
        long maxPods,
        @Nullable RttResponse rtt,
        @Nullable EnergyResponse energy,
        @Nullable RewardResponse reward) {

    static NodeResponse of(
            NodeState state,
            @Nullable RttResponse rtt,
            @Nullable EnergyResponse energy,
            @Nullable RewardResponse reward) {
        return new NodeResponse(
                state.name(),
                state.node().labels(),
                state.node().taints().stream().noneMatch(NodeResponse::isNotReadyTaint),
                state.node().unschedulable(),
                state.node().taints().stream().map(TaintResponse::of).toList(),
                state.node().allocatable().quantities(),
                state.requested().quantities(),
                NodeCapacityCalculator.reserved(state).quantities(),
                NodeCapacityCalculator.heldForFailures(state).quantities(),
                state.pods().size(),
                state.node().maxPods(),
                rtt,
                energy,
                reward);
    }

    private static boolean isNotReadyTaint(Taint taint) {
        return taint.key().equals(Taint.NOT_READY) || taint.key().equals(Taint.UNREACHABLE);
    }

    /** A taint with its effect as Kubernetes writes it, such as {@code NoSchedule}. */
    record TaintResponse(String key, String value, String effect) {
        static TaintResponse of(Taint taint) {
            String effect =
                    switch (taint.effect()) {
                        case NO_SCHEDULE -> "NoSchedule";
                        case PREFER_NO_SCHEDULE -> "PreferNoSchedule";
                        case NO_EXECUTE -> "NoExecute";
                    };
            return new TaintResponse(taint.key(), taint.value(), effect);
        }
    }
}
