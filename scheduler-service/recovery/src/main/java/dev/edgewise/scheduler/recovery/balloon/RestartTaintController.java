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
public final class RestartTaintController {
    private static final Logger LOG = LoggerFactory.getLogger(RestartTaintController.class);

    /** The time after which the other schedulers know the taint, too. */
    private static final Duration TAINT_SEEN_AFTER = Duration.ofMillis(500);
    /** Pods restart without it where it is refused. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    /** The time after which a pod that took the capacity is bound. */
    private static final Duration POD_BOUND_AFTER = Duration.ofSeconds(2);
    /** The maximum time of a guard; then others may place pods there again, even if pods are still to restart. */
    private static final Duration LONGEST_GUARD = FailoverWriter.TIME_TO_LIVE;

    private final ClusterState state;
    private final SchedulingLoopAccess decisions;
    private final BalloonWriter writer;
    private final Ticker ticker;
    private final LeaderRestartReservations restarts;
    /**
     * When the guard of each node was requested, here, was first seen in place, and became unnecessary, in the maps
     * below.
     */
    private final Map<String, Long> asked = new HashMap<>();

    private final Set<String> refused = new HashSet<>();
    private final Map<String, Long> seen = new HashMap<>();
    private final Map<String, Long> idle = new HashMap<>();

    public RestartTaintController(
            ClusterState state, SchedulingLoopAccess decisions, BalloonWriter writer, Ticker ticker) {
        this.state = state;
        this.decisions = decisions;
        this.writer = writer;
        this.ticker = ticker;
        this.restarts = new LeaderRestartReservations(state);
    }

    /** Whether no other scheduler places pods on the node any more; sees to that if not. */
    boolean holds(String name) {
        NodeState node = decisions.snapshot().node(name);
        if (node == null) {
            return true;
        }
        if (node.node().isForRestarts()) {
            return ticker.since(seen.computeIfAbsent(name, first -> ticker.nanos()))
                            .compareTo(TAINT_SEEN_AFTER)
                    >= 0;
        }
        long since = asked.computeIfAbsent(name, first -> ticker.nanos());
        if (ticker.since(since).compareTo(PATIENCE) >= 0) {
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
        seen.keySet().retainAll(guarded);
        guarded.forEach(name -> seen.putIfAbsent(name, ticker.nanos()));
        asked.keySet().removeAll(guarded);
        refused.retainAll(asked.keySet());
        idle.keySet().retainAll(guarded);
        if (guarded.isEmpty() && asked.isEmpty()) {
            return;
        }
        Set<String> restarting = restarts.active().stream()
                .map(room -> room.reservation().node())
                .collect(Collectors.toSet());
        asked.keySet().retainAll(restarting);
        idle.keySet().removeIf(name -> restarting.contains(name) && !isLong(name));
        for (String name : guarded) {
            if ((isLong(name) || !restarting.contains(name))
                    && ticker.since(idle.computeIfAbsent(name, first -> ticker.nanos()))
                                    .compareTo(POD_BOUND_AFTER)
                            >= 0) {
                idle.put(name, ticker.nanos());
                writer.guard(name, false);
            }
        }
    }

    /** The reservations for what restarts. */
    LeaderRestartReservations restarts() {
        return restarts;
    }

    /** A restart that does not happen must not keep others away for ever. */
    private boolean isLong(String name) {
        Long since = seen.get(name);
        return since != null && ticker.since(since).compareTo(LONGEST_GUARD) >= 0;
    }

    /** Clears all state, as another replica decides. */
    public void forget() {
        asked.clear();
        refused.clear();
        seen.clear();
        idle.clear();
        restarts.forget();
    }
}
