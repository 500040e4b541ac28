package dev.edgewise.rewards.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.edgewise.rewards.learning.view.PodTypeView;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A type over all nodes.
 *
 * @param nodes number of nodes on which it ran or was learned
 * @param quarantined number of nodes on which it is in quarantine or on probation
 * @param capped number of nodes that would be in quarantine if fewer others were; only the leader knows it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record PodTypeResponse(String type, RewardResponse reward, int nodes, int quarantined, @Nullable Integer capped) {
    static PodTypeResponse of(PodTypeView view, boolean leads, Instant now) {
        return new PodTypeResponse(
                view.type(),
                RewardResponse.of(view.reward(), now),
                view.nodes(),
                view.quarantined(),
                leads ? view.capped() : null);
    }
}
