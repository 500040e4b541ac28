package dev.edgewise.sandbox.evaluate.recovery;

import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.recovery.NodeSearchWithBackup;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeCapacityCalculator;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;

/** Places pods one after the other as scheduler-service does: search, backup, assume; a placed pod runs at once. */
final class SequentialPodPlacer {
    /** Clock of all placements. */
    static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);

    private final ClusterState state;
    private final FilterAndScorePipeline pipeline;
    private final DecisionTimes times = new DecisionTimes();

    SequentialPodPlacer(NodesWithTrueDelays site, Profile profile, long seed) {
        ProtectionRules rules = new ProtectionRules(Set.of(profile.name()), 1);
        this.state = new ClusterState(CLOCK, name -> false, rules);
        this.pipeline = new FilterAndScorePipeline(profile, new SplittableRandom(seed));
        site.nodes().forEach(state::putNode);
        Delays delays = site.delays();
        delays.names()
                .forEach(name ->
                        state.change(RttIndex.FACT, rtt -> rtt.with(name, delays.from(name, 1, CLOCK.millis()))));
    }

    /** Places each pod that can be placed; one may wait for others to which it refers. */
    void place(List<Pod> pods) {
        List<Pod> waiting = new ArrayList<>(pods);
        boolean progress = true;
        while (progress) {
            progress = waiting.removeIf(this::isNowPlaced);
        }
    }

    /** Tries to place the pod; whether it has a node now. */
    private boolean isNowPlaced(Pod pod) {
        state.putPod(pod);
        boolean placed = times.measure(() -> decide(pod));
        if (placed) {
            state.putPod(RecoveryExperimentPods.running(Objects.requireNonNull(state.pod(pod.key()), "assumed")));
        }
        return placed;
    }

    private boolean decide(Pod pod) {
        Snapshot snapshot = state.snapshot();
        NodeSearchWithBackup backups = NodeSearchWithBackup.of(pipeline.search(pod, snapshot), pod, snapshot);
        String node = backups.search().decision().node();
        return node != null && state.assume(pod.assignedTo(node).backedUpBy(backups.backup()));
    }

    ClusterState state() {
        return state;
    }

    DecisionTimes times() {
        return times;
    }

    /** The pods that have a node. */
    List<Pod> placed() {
        return state.pods().stream()
                .filter(pod -> pod.spec().nodeName() != null)
                .toList();
    }

    /**
     * The memory that is kept, in percent of what the protected pods request; not a number if there are none.
     *
     * @param placed with their backups
     */
    double reservePercent(List<Pod> placed) {
        long kept = state.snapshot().nodes().stream()
                .mapToLong(node ->
                        NodeCapacityCalculator.heldForFailures(node).resources().memory())
                .sum();
        long protectedMemory = placed.stream()
                .filter(pod -> pod.backupNode() != null)
                .mapToLong(pod -> pod.spec().requests().needed().memory())
                .sum();
        return protectedMemory == 0 ? Double.NaN : 100.0 * kept / protectedMemory;
    }
}
