package dev.edgewise.scheduler.explain;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.pipeline.Decision;
import dev.edgewise.scheduler.simulation.Placement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where pods would go, in the order they were asked about.
 *
 * @param snapshotAt when the cluster was as the question began with
 */
record SimulationResponse(Instant snapshotAt, List<PlacedPod> pods) {
    /** The first filter that rejects a pod's present node, and why. */
    record Present(String node, String filter, String reason) {}

    /**
     * Where one pod would go.
     *
     * @param pod {@code namespace/name}
     * @param node null if nowhere
     * @param score of that node, 0..1; 0 if there is none
     * @param nodes how many the cluster has
     * @param feasible how many feasible ones were found before the search stopped
     * @param reasons how many nodes were rejected for each reason; empty if there is a node
     * @param reservation {@code namespace/name} of the one that it would take; absent if none
     * @param present why a pod that runs would not be placed where it runs, as it is there now; absent if it would
     */
    record PlacedPod(
            String pod,
            String profile,
            @Nullable String node,
            double score,
            String message,
            int nodes,
            int feasible,
            Map<String, Integer> reasons,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String reservation,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Present present) {
        static PlacedPod of(Placement placement, @Nullable Present present) {
            Decision decision = placement.decision();
            Reservation taken = placement.taken();
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
                    present);
        }
    }
}
