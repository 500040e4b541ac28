package dev.edgewise.scheduler.explain;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.simulation.Placement;
import dev.edgewise.scheduler.state.HeldCapacity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that pods would be placed on, in the order of the request.
 *
 * @param snapshotAt the time of the snapshot that the simulation began with
 * @param pods answers about the pods up to the timeout, some of which are errors
 * @param notAnswered the pods that were left at the timeout, {@code namespace/name} where that is known
 * @param errors of removals and reservations, which do not count; empty if all count
 */
record SimulationResponse(
        Instant snapshotAt,
        List<PlacedPod> pods,
        List<NotAnsweredPod> notAnswered,
        List<SimulationRequestElementError> errors) {
    /**
     * A pod that was left at the timeout.
     *
     * @param index of the pod in the request
     * @param pod {@code namespace/name}; null if it cannot be read
     */
    record NotAnsweredPod(int index, @Nullable String pod) {}

    /** The first filter that rejects a pod's present node, and why. */
    record Present(String node, String filter, String reason) {}

    /**
     * The node that one pod would be placed on.
     *
     * @param pod {@code namespace/name}; null if it cannot be read
     * @param profile null if there is an error
     * @param node null if nowhere
     * @param message for people: what was found, or what is wrong
     * @param score of that node, 0..1; 0 if there is none
     * @param nodes how many the cluster has
     * @param feasible how many feasible ones were found before the search stopped
     * @param reasons how many nodes were rejected for each reason; empty if there is a node
     * @param reservation {@code namespace/name} of the one that it would take; absent if none
     * @param present why a pod that runs would not be placed where it runs, as it is there now; absent if it would
     * @param error why there is no answer about this pod; absent if there is one. The pod is nowhere in the answers
     *     about the others
     */
    record PlacedPod(
            @Nullable String pod,
            @Nullable String profile,
            @Nullable String node,
            double score,
            String message,
            int nodes,
            int feasible,
            Map<String, Integer> reasons,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String reservation,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Present present,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable SimulationRequestElementError error) {
        static PlacedPod of(Placement placement, @Nullable Present present) {
            Decision decision = placement.decision();
            HeldCapacity room = placement.taken();
            Reservation taken = room == null ? null : room.reservation();
            return new PlacedPod(
                    decision.pod().key().toString(),
                    decision.profile(),
                    decision.node(),
                    decision.best().isEmpty() ? 0 : decision.best().get(0).total(),
                    decision.message(),
                    decision.nodes(),
                    decision.feasible(),
                    decision.reasons(),
                    taken == null ? null : taken.key().toString(),
                    present,
                    null);
        }

        static PlacedPod failed(@Nullable String pod, int nodes, SimulationRequestElementError error) {
            return new PlacedPod(pod, null, null, 0, error.message(), nodes, 0, Map.of(), null, null, error);
        }
    }
}
