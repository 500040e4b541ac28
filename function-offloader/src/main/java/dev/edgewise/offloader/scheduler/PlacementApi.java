package dev.edgewise.offloader.scheduler;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.edgewise.offloader.cluster.Controller;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.service.annotation.PostExchange;

/** What is asked of scheduler-service. */
interface PlacementApi {
    /**
     * A what-if.
     *
     * @param profile of all pods; null for each pod's own
     * @param removals pods that are taken for gone
     */
    record SimulationRequest(
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String profile,
            List<Like> pods,
            List<String> removals,
            List<Room> reservations) {}

    /** A pod as that one is. */
    record Like(String like) {}

    /** Room that is kept. */
    record Room(
            String namespace,
            String name,
            String node,
            Map<String, String> resources,
            @JsonProperty("for") User user) {}

    /** What it is kept for: pods of that controller. */
    record User(Controller ownerReference) {}

    /** The answers, in the order of the pods. */
    record SimulationResponse(List<Placement> pods) {}

    @PostExchange("/api/v1/placements:simulate")
    SimulationResponse simulate(@RequestBody SimulationRequest request);
}
