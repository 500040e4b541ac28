package dev.edgewise.scheduler.failover;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cluster.ReservationState;
import dev.edgewise.scheduler.cycle.BalloonWriter;
import dev.edgewise.scheduler.cycle.LiveClusterFeed;
import dev.edgewise.scheduler.protection.Balloon;
import dev.edgewise.scheduler.protection.Demand;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has balloons give way to pods that restart on the room which they hold. */
final class BalloonRelease {
    private static final Logger LOG = LoggerFactory.getLogger(BalloonRelease.class);

    /** Pods restart without it where it is refused. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final ClusterState state;
    private final LiveClusterFeed feed;
    private final BalloonWriter writer;
    private final NodeGuard guard;
    private final Ticker ticker;
    /** Since when each is to be deleted. */
    private final Map<Balloon, Long> asked = new HashMap<>();

    /** @param guard keeps other schedulers away from where balloons give way */
    BalloonRelease(ClusterState state, LiveClusterFeed feed, BalloonWriter writer, NodeGuard guard, Ticker ticker) {
        this.state = state;
        this.feed = feed;
        this.writer = writer;
        this.guard = guard;
        this.ticker = ticker;
    }

    /**
     * Counts those of the nodes that hold more than these keep as gone: nothing is bound to their room before {@link #delete}.
     *
     * @param created uids of reservations that are to hold it
     */
    void release(Set<String> nodes, Set<String> created) {
        List<ReservationState> rooms = state.reservations().states().stream()
                .filter(room -> NodeGuard.isForRestart(room)
                        || created.contains(room.reservation().uid()))
                .toList();
        for (String node : nodes) {
            Demand restarting = rooms.stream()
                    .filter(room -> room.reservation().node().equals(node))
                    .map(room -> new Demand(room.reservation().requests(), 1))
                    .reduce(Demand.NONE, Demand::plus);
            state.protection().releaseBalloons(node, restarting);
        }
    }

    /** Deletes those that were released, once other schedulers are kept away; whether none of that node is left. */
    boolean delete(String node) {
        List<Balloon> all = state.protection().releasedBalloons();
        asked.keySet().retainAll(all);
        List<Balloon> released =
                all.stream().filter(balloon -> balloon.node().equals(node)).toList();
        if (released.isEmpty()) {
            return true;
        }
        long now = ticker.nanos();
        if (released.stream()
                .anyMatch(balloon -> ticker.since(asked.computeIfAbsent(balloon, first -> now))
                                .compareTo(PATIENCE)
                        >= 0)) {
            LOG.warn("balloons of node={} cannot be deleted: pods restart without the room that these hold", node);
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
            LOG.info("balloon={} has given way on node={}", balloon.key(), balloon.node());
            feed.balloonGone(balloon.key());
        }
        return gone;
    }
}
