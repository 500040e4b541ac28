package dev.edgewise.scheduler.optimizer;

import dev.edgewise.scheduler.state.protection.PodWithBackup;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.List;

/**
 * The new backups of some pods. Shares are of the requests of the protected pods, on average over the resources.
 *
 * @param requested what the pods that have a backup request together
 * @param before what is kept for them
 * @param after what would be kept
 * @param leastShare below which no choice of backups can be; 0 where the time did not suffice to tell
 * @param moves the pods whose backup changes; none where nothing better was found
 * @param complete whether the search ended by itself, before its time was up
 */
public record ReservePlan(
        ResourceDemand requested,
        Reserve before,
        Reserve after,
        double leastShare,
        List<Move> moves,
        boolean complete) {
    /** The reserves of the whole cluster. */
    public record Reserve(ResourceDemand room, double share) {}

    /** A pod, and the node that is to stand in for its own. */
    public record Move(PodWithBackup pod, String to) {}

    public ReservePlan {
        moves = List.copyOf(moves);
    }

    /**
     * Returns how much less may be possible at most, as a share of what would be kept: 0 where that is the least; at
     * most 1.
     */
    public double gap() {
        return after.share() <= 0 ? 0 : Math.max(0, 1 - leastShare / after.share());
    }
}
