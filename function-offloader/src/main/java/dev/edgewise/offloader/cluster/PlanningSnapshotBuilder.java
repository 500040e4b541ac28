package dev.edgewise.offloader.cluster;

import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.plan.PlanningSnapshot;
import dev.edgewise.offloader.planning.BatteryDetails;
import dev.edgewise.offloader.planning.PlanNode;
import dev.edgewise.offloader.planning.PlannedFunction;
import dev.edgewise.offloader.planning.PlanningView;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.MoveRefusal;
import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Puts together what planners and safety rules read. Serves one moment. */
public final class PlanningSnapshotBuilder {
    private final ClusterSnapshot cluster;
    private final Map<String, EnergyReading> readings;
    private final Instant now;
    private final Set<String> violated;
    private final PodCounts podCounts;
    private final Map<String, ClusterNode> nodes = new HashMap<>();
    /** The trouble of each node, which its pods share. */
    private final Map<String, Optional<MoveRefusal>> offline = new HashMap<>();

    private final Map<String, Optional<MoveRefusal>> unread = new HashMap<>();

    /**
     * Begins with what is there.
     *
     * @param readings by node
     * @param violated UIDs of pods that the scheduler would not place where they run any more
     */
    public PlanningSnapshotBuilder(
            ClusterSnapshot cluster, Map<String, EnergyReading> readings, Set<String> violated, Instant now) {
        this.cluster = cluster;
        this.readings = readings;
        this.violated = violated;
        this.now = now;
        this.podCounts = cluster.podCounts();
        cluster.nodes().forEach(node -> nodes.put(node.name(), node));
    }

    /**
     * The situation now.
     *
     * @param otherMillis what pods of a node that policies do not move request, in millicores
     * @param outlooks what is known of a node's battery beyond its percentage; null if nothing is
     */
    public PlanningInput build(
            ToLongFunction<String> otherMillis, Function<String, @Nullable BatteryDetails> outlooks) {
        List<PlanNode> planned = new ArrayList<>();
        Map<String, Integer> positions = new HashMap<>();
        for (ClusterNode node : cluster.nodes()) {
            EnergyReading reading = readings.get(node.name());
            if (reading != null
                    && offline(node.name()).or(() -> unread(node.name())).isEmpty()) {
                positions.put(node.name(), planned.size());
                long room = node.cpuMillis() - otherMillis.applyAsLong(node.name());
                planned.add(node(node, reading.percent(), room, outlooks.apply(node.name())));
            }
        }
        ExpectedCpuUse use = ExpectedCpuUse.of(cluster.pods(), outlooks);
        List<PlannedFunction> placed = new ArrayList<>();
        List<MovablePod> pods = new ArrayList<>();
        List<MovablePod> others = new ArrayList<>();
        List<MoveDecision> held = new ArrayList<>();
        for (int i = 0; i < cluster.pods().size(); i++) {
            CandidatePod pod = cluster.pods().get(i);
            Optional<MoveRefusal> problem = problem(pod);
            if (problem.isPresent()) {
                held.add(MoveDecision.held(movable(pod, podCounts.count(i)), problem.get()));
            } else if (pod.function() && positions.containsKey(pod.node())) {
                placed.add(planned(pod, use.cores(pod), positions));
                pods.add(movable(pod, podCounts.count(i)));
            } else if (violated.contains(pod.uid())) {
                others.add(movable(pod, podCounts.count(i)));
            }
        }
        pods.addAll(others);
        return new PlanningInput(
                new PlanningSnapshot(new PlanningView(planned, placed), pods, powerless(), readAt()), held, statuses());
    }

    /**
     * Returns why the pod stays; empty if nothing is wrong. Where the scheduler would not place it any more, the energy
     * does not matter.
     */
    private Optional<MoveRefusal> problem(CandidatePod pod) {
        boolean isViolated = violated.contains(pod.uid());
        if (!pod.function() && !isViolated) {
            return Optional.empty();
        }
        return offline(pod.node()).or(() -> isViolated ? Optional.empty() : unread(pod.node()));
    }

    /** Describes a function to planners. A function whose owner is not known now belongs to where it runs. */
    private static PlannedFunction planned(CandidatePod pod, double cores, Map<String, Integer> positions) {
        int host = positions.getOrDefault(pod.node(), -1);
        int owner = positions.getOrDefault(pod.ownerNode(), host);
        return new PlannedFunction(pod.namespace(), pod.key(), owner, host, pod.cpuMillis(), cores);
    }

    private Set<String> powerless() {
        return readings.entrySet().stream()
                .filter(reading -> reading.getValue().level() == EnergyLevel.POWERLESS)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private Map<String, Long> readAt() {
        Map<String, Long> at = new HashMap<>();
        readings.forEach((node, reading) -> at.put(node, reading.observed().at().toEpochMilli()));
        return at;
    }

    /** A cordoned node has room for what is there. */
    private PlanNode node(ClusterNode node, double percent, long room, @Nullable BatteryDetails outlook) {
        long open = node.cordoned() ? Math.min(room, podCounts.hostedMillis(node.name())) : room;
        return new PlanNode(node.name(), percent, Math.max(0, open), PlanNode.Power.RUNNING, outlook);
    }

    private MovablePod movable(CandidatePod pod, PodCounts.Count count) {
        Duration age = pod.readySince() == null ? Duration.ZERO : Duration.between(pod.readySince(), now);
        return new MovablePod(
                pod.key(),
                pod.uid(),
                count.workload(),
                pod.node(),
                pod.priority(),
                age,
                count.replicas(),
                count.ready(),
                pod.unfitReasons());
    }

    /** Returns why pods of the node stay; empty if it is ready. */
    private Optional<MoveRefusal> offline(String name) {
        return offline.computeIfAbsent(name, this::findOffline);
    }

    private Optional<MoveRefusal> findOffline(String name) {
        ClusterNode node = nodes.get(name);
        return node != null && node.ready()
                ? Optional.empty()
                : Optional.of(new MoveRefusal(
                        Reason.NODE_OFFLINE, "node " + name + " is not ready: its pods stay until it reports again"));
    }

    /** Returns why no policy moves pods of the node, or to it; empty if its reading is valid. */
    private Optional<MoveRefusal> unread(String name) {
        return unread.computeIfAbsent(name, this::findUnread);
    }

    private Optional<MoveRefusal> findUnread(String name) {
        EnergyReading reading = readings.get(name);
        if (reading == null) {
            return Optional.of(new MoveRefusal(Reason.STALE_READING, "nothing is known of the energy of node " + name));
        }
        return reading.observed().staleAt(now)
                ? Optional.of(new MoveRefusal(
                        Reason.STALE_READING,
                        "the reading of node " + name + " is "
                                + reading.observed().age(now).toSeconds() + " s old: it was valid for "
                                + reading.observed().validFor().toSeconds() + " s"))
                : Optional.empty();
    }

    private List<PlanningNodeStatus> statuses() {
        return cluster.nodes().stream().map(this::status).toList();
    }

    private PlanningNodeStatus status(ClusterNode node) {
        EnergyReading reading = readings.get(node.name());
        return new PlanningNodeStatus(
                node.name(),
                reading == null ? null : reading.percent(),
                reading == null ? null : reading.level(),
                reading == null || reading.observed().staleAt(now),
                !node.ready(),
                podCounts.functions(node.name()));
    }
}
