package dev.edgewise.scheduler.recovery.balloon;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.plugins.recovery.BalloonWriter;
import dev.edgewise.scheduler.plugins.recovery.FailoverWriter;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Taints a node from before its balloons are deleted until pods have restarted in their room: pods of other schedulers
 * that wait for room would take it in milliseconds. For one thread.
 */
public final class PodRestartNodeTainter {
    private static final Logger LOG = LoggerFactory.getLogger(PodRestartNodeTainter.class);

    /** The time after which the other schedulers know the taint, too. */
    private static final Duration TAINT_SEEN_AFTER = Duration.ofMillis(500);
    /** The time after which pods restart although the node has no taint. */
    private static final Duration TAINT_TIMEOUT = Duration.ofSeconds(2);
    /** The time after which a pod that took the capacity is bound. */
    private static final Duration POD_BOUND_AFTER = Duration.ofSeconds(2);
    /** The maximum time of a guard; then others may place pods there again, even if pods are still to restart. */
    private static final Duration LONGEST_GUARD = FailoverWriter.TIME_TO_LIVE;

    private final ClusterState state;
    private final SchedulingLoopAccess decisions;
    private final BalloonWriter writer;
    private final Ticker ticker;
    private final PodRestartReservations restarts;
    /**
     * When the guard of each node was requested, here, was first seen in place, and became unnecessary, in the maps
     * below.
     */
    private final Map<String, Long> requestedAt = new HashMap<>();

    private final Set<String> refused = new HashSet<>();
    private final Map<String, Long> seenAt = new HashMap<>();
    private final Map<String, Long> unneededSince = new HashMap<>();

    public PodRestartNodeTainter(
            ClusterState state, SchedulingLoopAccess decisions, BalloonWriter writer, Ticker ticker) {
        this.state = state;
        this.decisions = decisions;
        this.writer = writer;
        this.ticker = ticker;
        this.restarts = new PodRestartReservations(state);
    }

    /** Returns whether no other scheduler places pods on the node any more; requests the taint if not. */
    boolean isGuarded(String name) {
        NodeState node = decisions.snapshot().node(name);
        if (node == null) {
            return true;
        }
        if (node.node().isForRestarts()) {
            return ticker.since(seenAt.computeIfAbsent(name, first -> ticker.nanos()))
                            .compareTo(TAINT_SEEN_AFTER)
                    >= 0;
        }
        long since = requestedAt.computeIfAbsent(name, first -> ticker.nanos());
        if (ticker.since(since).compareTo(TAINT_TIMEOUT) >= 0) {
            if (refused.add(name)) {
                LOG.warn(
                        "A node has no taint that keeps other schedulers from the room of pods that restart; node={}",
                        name);
            }
            return true;
        }
        writer.guard(name, true);
        return false;
    }

    /** Opens nodes for other schedulers once nothing restarts there any more. To be called several times a second. */
    public void step() {
        Set<String> guarded = decisions.snapshot().nodes().stream()
                .filter(node -> node.node().isForRestarts())
                .map(NodeState::name)
                .collect(Collectors.toSet());
        seenAt.keySet().retainAll(guarded);
        guarded.forEach(name -> seenAt.putIfAbsent(name, ticker.nanos()));
        requestedAt.keySet().removeAll(guarded);
        refused.retainAll(requestedAt.keySet());
        unneededSince.keySet().retainAll(guarded);
        if (guarded.isEmpty() && requestedAt.isEmpty()) {
            return;
        }
        Set<String> restarting = restarts.active().stream()
                .map(room -> room.reservation().node())
                .collect(Collectors.toSet());
        requestedAt.keySet().retainAll(restarting);
        unneededSince.keySet().removeIf(name -> restarting.contains(name) && !isGuardedTooLong(name));
        for (String name : guarded) {
            if ((isGuardedTooLong(name) || !restarting.contains(name))
                    && ticker.since(unneededSince.computeIfAbsent(name, first -> ticker.nanos()))
                                    .compareTo(POD_BOUND_AFTER)
                            >= 0) {
                unneededSince.put(name, ticker.nanos());
                writer.guard(name, false);
            }
        }
    }

    /** Returns the reservations for what restarts. */
    PodRestartReservations restarts() {
        return restarts;
    }

    /** A restart that does not happen must not keep others away for ever. */
    private boolean isGuardedTooLong(String name) {
        Long since = seenAt.get(name);
        return since != null && ticker.since(since).compareTo(LONGEST_GUARD) >= 0;
    }

    /** Clears all state, as another replica decides. */
    public void forget() {
        requestedAt.clear();
        refused.clear();
        seenAt.clear();
        unneededSince.clear();
        restarts.forget();
    }
}
