package dev.edgewise.rewards.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.edgewise.rewards.learning.view.TypeView;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A type over all nodes.
 *
 * @param nodes on how many something is known of it
 * @param quarantined on how many of them it is in quarantine or probation
 * @param capped on how many it would be, if that were not already so on as many as may be; only the leader knows
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record TypeResponse(String type, RewardResponse reward, int nodes, int quarantined, @Nullable Integer capped) {
    static TypeResponse of(TypeView view, boolean leads, Instant now) {
        return new TypeResponse(
                view.type(),
                RewardResponse.of(view.reward(), now),
                view.nodes(),
                view.quarantined(),
                leads ? view.capped() : null);
    }
}
