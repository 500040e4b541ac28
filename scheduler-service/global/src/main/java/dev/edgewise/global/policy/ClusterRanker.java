package dev.edgewise.global.policy;

import dev.edgewise.global.model.Policy;
import java.util.List;

/** Ranks the clusters of one level. */
public interface ClusterRanker {
    /**
     * Returns the clusters that can take the request, best first; equal ones by name, and in the order of the bids
     * where the tenant has selected clusters. Bids that are refused are left out.
     *
     * @param bids those that were answered before the deadline
     */
    List<RankedCluster> rank(Policy policy, List<Bid> bids);
}
