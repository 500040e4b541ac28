package dev.edgewise.global.policy;

import java.time.Instant;
import java.util.List;

/**
 * The bids for one level of a request.
 *
 * @param madeAt when the last of the bids was made, by this replica's clock
 * @param bids one for each cluster that was asked
 */
public record LevelBids(int level, Instant madeAt, List<Bid> bids) {
    public LevelBids {
        bids = List.copyOf(bids);
    }
}
