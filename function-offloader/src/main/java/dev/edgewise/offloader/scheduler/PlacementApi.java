package dev.edgewise.offloader.scheduler;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.edgewise.offloader.cluster.ControllerReference;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.service.annotation.PostExchange;

/** The questions to scheduler-service. */
interface PlacementApi {
    /**
     * A what-if.
     *
     * @param profile of all pods; null for each pod's own
     * @param removals pods that are taken for gone
     * @param timeoutSeconds after which the pods that are left have no answer
     */
    record SimulationRequest(
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String profile,
            List<Like> pods,
            List<String> removals,
            List<Room> reservations,
            double timeoutSeconds) {}

    /** A pod like another one. */
    record Like(String like) {}

    /** Room that is kept. */
    record Room(
            String namespace,
            String name,
            String node,
            Map<String, String> resources,
            @JsonProperty("for") User user) {}

    /** The pods that it is kept for. */
    record User(ControllerReference ownerReference) {}

    /**
     * The answers.
     *
     * @param pods about the first pods, in their order
     * @param errors of removals and reservations
     */
    record SimulationResponse(List<Placement> pods, @Nullable List<PlacementError> errors) {}

    @PostExchange("/api/v1/placements:simulate")
    SimulationResponse simulate(@RequestBody SimulationRequest request);
}
