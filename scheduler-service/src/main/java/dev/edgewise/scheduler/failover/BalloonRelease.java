package dev.edgewise.scheduler.failover;

import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cycle.BalloonWriter;
import dev.edgewise.scheduler.protection.Balloon;
import java.util.Set;

/** Has balloons give way to pods that restart on the room which they hold. */
final class BalloonRelease {
    private final ClusterState state;
    private final BalloonWriter writer;

    BalloonRelease(ClusterState state, BalloonWriter writer) {
        this.state = state;
        this.writer = writer;
    }

    /** Counts those of the nodes that hold more than these keep as gone: nothing is bound to their room before {@link #delete}. */
    void release(Set<String> nodes) {
        nodes.forEach(state::releaseBalloons);
    }

    /** Deletes those that were released; whether none of that node is left. */
    boolean delete(String node) {
        boolean none = true;
        for (Balloon balloon : state.releasedBalloons()) {
            if (balloon.node().equals(node)) {
                none &= delete(balloon);
            }
        }
        return none;
    }

    private boolean delete(Balloon balloon) {
        boolean gone = writer.delete(balloon);
        if (gone) {
            state.removeBalloon(balloon.key());
        }
        return gone;
    }
}
