package dev.edgewise.scheduler.recovery.balloon;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.plugins.recovery.BalloonWriter;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.ReservationState;
import dev.edgewise.scheduler.state.protection.Balloon;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes balloons whose capacity restarting pods need. */
public final class BalloonReleaser {
    private static final Logger LOG = LoggerFactory.getLogger(BalloonReleaser.class);

    /** The time after which pods restart although the balloon is not deleted. */
    private static final Duration DELETION_TIMEOUT = Duration.ofSeconds(15);

    private final ClusterState state;
    private final SchedulingLoopAccess decisions;
    private final BalloonWriter writer;
    private final PodRestartNodeTainter taints;
    private final Ticker ticker;
    /** When the deletion of each was first sent; it is sent in every step since. */
    private final Map<Balloon, Long> deletionSentAt = new HashMap<>();
    /** Balloons whose failing deletion was logged. */
    private final Set<Balloon> givenUp = new HashSet<>();

    /** @param taints keep other schedulers away from nodes whose balloons are released */
    public BalloonReleaser(
            ClusterState state,
            SchedulingLoopAccess decisions,
            BalloonWriter writer,
            PodRestartNodeTainter taints,
            Ticker ticker) {
        this.state = state;
        this.decisions = decisions;
        this.writer = writer;
        this.taints = taints;
        this.ticker = ticker;
    }

    /**
     * Releases the balloons that exceed the reserves of the nodes: they count as gone, but nothing is bound to their
     * capacity before {@link #delete}.
     *
     * @param created uids of reservations that are to hold it
     */
    public void release(Set<String> nodes, Set<String> created) {
        taints.restarts().note(created);
        Map<String, ResourceDemand> restarting = Stream.concat(
                        taints.restarts().active().stream(),
                        state.reservations().states().stream()
                                .filter(room ->
                                        created.contains(room.reservation().uid())
                                                && room.now().phase() != Phase.ACTIVE))
                .map(ReservationState::reservation)
                .collect(Collectors.toMap(
                        Reservation::node, room -> new ResourceDemand(room.requests(), 1), ResourceDemand::plus));
        for (String node : nodes) {
            state.protection().releaseBalloons(node, restarting.getOrDefault(node, ResourceDemand.NONE));
        }
    }

    /**
     * Returns the nodes on which balloons are still to be released for pods that restart, including restarts of pods
     * that others have deleted.
     */
    public Set<String> nodesToRelease() {
        taints.restarts().step();
        Set<String> nodes = state.protection().releasedBalloons().stream()
                .map(Balloon::node)
                .collect(Collectors.toCollection(HashSet::new));
        if (!nodes.isEmpty()) {
            nodes.retainAll(taints.restarts().active().stream()
                    .map(ReservationState::reservation)
                    // The next leader finds the reserve held, too.
                    .filter(room -> room.status().phase() == Phase.ACTIVE)
                    .map(Reservation::node)
                    .collect(Collectors.toSet()));
        }
        return nodes;
    }

    /** Forgets when deletions were first sent, but for these nodes. To be called in each step. */
    public void forgetAllBut(Set<String> nodes) {
        Set<Balloon> released = new HashSet<>(state.protection().releasedBalloons());
        deletionSentAt.keySet().removeIf(balloon -> !nodes.contains(balloon.node()) || !released.contains(balloon));
        givenUp.retainAll(deletionSentAt.keySet());
    }

    /**
     * Deletes the node's released balloons, once other schedulers are kept away; returns whether none of them remains
     * that can still be deleted.
     */
    public boolean delete(String node) {
        List<Balloon> released = state.protection().releasedBalloons().stream()
                .filter(balloon -> balloon.node().equals(node) && !isGivenUp(balloon))
                .toList();
        boolean none = released.isEmpty() || taints.isGuarded(node);
        for (Balloon balloon : none ? released : List.<Balloon>of()) {
            deletionSentAt.putIfAbsent(balloon, ticker.nanos());
            none &= delete(balloon);
        }
        return none;
    }

    /** Whether its deletion has failed for long enough: pods restart without its room. */
    private boolean isGivenUp(Balloon balloon) {
        Long since = deletionSentAt.get(balloon);
        boolean isOver = since != null && ticker.since(since).compareTo(DELETION_TIMEOUT) >= 0;
        if (isOver && givenUp.add(balloon)) {
            LOG.warn(
                    "A balloon cannot be deleted, so pods restart without the room that it holds; balloon={} node={}",
                    balloon.key(),
                    balloon.node());
        }
        return isOver;
    }

    private boolean delete(Balloon balloon) {
        boolean gone = writer.delete(balloon);
        if (gone) {
            LOG.info("A balloon was released; balloon={} node={}", balloon.key(), balloon.node());
            decisions.exclusively(() -> state.protection().removeBalloon(balloon.key()));
        }
        return gone;
    }
}
