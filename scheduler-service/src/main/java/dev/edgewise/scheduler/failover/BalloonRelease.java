package dev.edgewise.scheduler.failover;

import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cycle.BalloonWriter;
import dev.edgewise.scheduler.protection.Balloon;
import java.util.List;
import java.util.Set;

/** Has balloons give way to pods that restart on the room which they hold. */
final class BalloonRelease {
    private final ClusterState state;
    private final BalloonWriter writer;
    private final NodeGuard guard;

    /** @param guard keeps other schedulers away from where balloons give way */
    BalloonRelease(ClusterState state, BalloonWriter writer, NodeGuard guard) {
        this.state = state;
        this.writer = writer;
        this.guard = guard;
    }

    /** Counts those of the nodes that hold more than these keep as gone: nothing is bound to their room before {@link #delete}. */
    void release(Set<String> nodes) {
        nodes.forEach(state::releaseBalloons);
    }

    /** Deletes those that were released, once other schedulers are kept away; whether none of that node is left. */
    boolean delete(String node) {
        List<Balloon> released = state.releasedBalloons().stream()
                .filter(balloon -> balloon.node().equals(node))
                .toList();
        if (released.isEmpty()) {
            return true;
        }
        boolean none = guard.holds(node);
        for (Balloon balloon : none ? released : List.<Balloon>of()) {
            none &= delete(balloon);
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
