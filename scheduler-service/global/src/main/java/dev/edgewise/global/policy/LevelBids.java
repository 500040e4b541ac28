package dev.edgewise.global.policy;

import java.time.Instant;
import java.util.List;

/**
 * The bids for one level of a request.
 *
 * @param askedAt when its clusters were asked, by this replica's clock
 * @param bids one for each cluster that was asked
 */
public record LevelBids(int level, Instant askedAt, List<Bid> bids) {
    public LevelBids {
        bids = List.copyOf(bids);
    }
}
