package dev.edgewise.scheduler.recovery.balloon;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.plugins.recovery.BalloonWriter;
import dev.edgewise.scheduler.plugins.recovery.FailoverWriter;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.protection.Balloon;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Removes balloons that their nodes ended, that were released and not deleted, and that were requested and never
 * appeared. For one thread.
 */
final class BalloonGarbageCollector {
    /** The time after which the watch is not expected to bring a requested balloon any more. */
    private static final Duration APPEARS_WITHIN = Duration.ofSeconds(10);
    /** Released balloons are deleted after this time. */
    private static final Duration DELETE_AFTER = Duration.ofSeconds(10);
    /**
     * The time after which a balloon whose capacity is for restarting pods is deleted here; {@link BalloonReleaser}
     * deletes it long before, once other schedulers are kept away.
     */
    private static final Duration DELETE_AFTER_RESTARTS = Duration.ofSeconds(40);

    private final ClusterState state;
    private final SchedulingLoopAccess decisions;
    private final BalloonWriter writer;
    private final Ticker ticker;
    /** The uids of the balloons that existed and that this replica did not delete. */
    private Set<String> knownUids = new HashSet<>();

    private boolean endedAreDeleted;
    private final Map<Balloon, Long> releasedAt = new HashMap<>();
    private final Map<Balloon, Long> expectedAt = new HashMap<>();

    BalloonGarbageCollector(ClusterState state, SchedulingLoopAccess decisions, BalloonWriter writer, Ticker ticker) {
        this.state = state;
        this.decisions = decisions;
        this.writer = writer;
        this.ticker = ticker;
    }

    /** Removes the balloons that are due. To be called in each step of the replica that decides. */
    void remove(List<Balloon> balloons, List<Balloon> released) {
        deleteEnded(balloons);
        Set<String> restarts = released.isEmpty() ? Set.of() : nodesOfRestarts();
        overdue(
                        releasedAt,
                        released,
                        balloon -> restarts.contains(balloon.node()) ? DELETE_AFTER_RESTARTS : DELETE_AFTER)
                .forEach(this::delete);
        remove(overdue(expectedAt, expected(balloons), balloon -> APPEARS_WITHIN));
    }

    /**
     * Returns the nodes with reservations for restarts. Foreign reservations with such a name count too: they delay the
     * deletion of a balloon a little.
     */
    private Set<String> nodesOfRestarts() {
        return state.reservations().states().stream()
                .filter(room -> FailoverWriter.isForRestart(room.reservation())
                        && room.now().phase() == Phase.ACTIVE)
                .map(room -> room.reservation().node())
                .collect(Collectors.toSet());
    }

    /** Clears all state, as another replica decides. */
    void forget() {
        endedAreDeleted = false;
        releasedAt.clear();
        expectedAt.clear();
        remove(expected(state.protection().balloons()));
    }

    /** Remembers the balloon, so that it is noticed when its node ends it. */
    void created(Balloon balloon) {
        knownUids.add(balloon.uid());
    }

    /** Deletes the balloon while this replica decides; returns whether it is gone. */
    boolean delete(Balloon balloon) {
        if (balloon.uid().isEmpty() || !decisions.isActive() || !writer.delete(balloon)) {
            return false;
        }
        knownUids.remove(balloon.uid());
        remove(List.of(balloon));
        return true;
    }

    /** Removes the balloons from the state, as they do not exist in the cluster. */
    private void remove(List<Balloon> gone) {
        if (!gone.isEmpty()) {
            decisions.exclusively(
                    () -> gone.forEach(balloon -> state.protection().removeBalloon(balloon.key())));
        }
    }

    /** A node may refuse one for which it has no room, or end it. */
    private void deleteEnded(List<Balloon> balloons) {
        Set<String> present = balloons.stream()
                .map(Balloon::uid)
                .filter(uid -> !uid.isEmpty())
                .collect(Collectors.toCollection(HashSet::new));
        if (!endedAreDeleted || !present.containsAll(knownUids)) {
            endedAreDeleted = writer.deleteEnded();
        }
        knownUids = present;
    }

    private static List<Balloon> expected(List<Balloon> balloons) {
        return balloons.stream().filter(balloon -> balloon.uid().isEmpty()).toList();
    }

    /** Returns the balloons that have been in this state for longer than their limit. */
    private List<Balloon> overdue(Map<Balloon, Long> since, List<Balloon> balloons, Function<Balloon, Duration> most) {
        since.keySet().retainAll(new HashSet<>(balloons));
        long now = ticker.nanos();
        List<Balloon> overdue = balloons.stream()
                .filter(balloon -> ticker.since(since.computeIfAbsent(balloon, first -> now))
                                .compareTo(most.apply(balloon))
                        >= 0)
                .toList();
        overdue.forEach(since::remove);
        return overdue;
    }
}
