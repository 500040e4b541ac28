package dev.edgewise.offloader.rounds;

import dev.edgewise.common.NodeCpuRequests;
import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.ClusterNode;
import dev.edgewise.offloader.cluster.ClusterSnapshot;
import dev.edgewise.offloader.cluster.ControllerReference;
import dev.edgewise.offloader.cluster.DesiredReplicas;
import dev.edgewise.offloader.cluster.NodePowerInputHistory;
import dev.edgewise.offloader.cluster.PlanningInput;
import dev.edgewise.offloader.cluster.PlanningSnapshotBuilder;
import dev.edgewise.offloader.cluster.WatchedClusterObjects;
import dev.edgewise.offloader.rounds.view.ClusterView;
import dev.edgewise.offloader.safety.UnmovablePodReason;
import dev.edgewise.offloader.safety.Workload;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Functions of two replicas each, on nodes of 4 cores. */
public final class TestFleet {
    public static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    public final WatchedClusterObjects table = new WatchedClusterObjects();
    private final Map<String, EnergyReading> readings = new HashMap<>();

    public TestFleet node(String name, EnergyLevel level, double percent) {
        table.put(new ClusterNode(name, true, false, 4_000));
        readings.put(
                name,
                new EnergyReading(
                        level, percent, new ObservationMetadata(NOW.minusSeconds(60), "push", Duration.ofMinutes(5))));
        return this;
    }

    /** Returns the fleet as a round sees it at {@link #NOW}. */
    public ClusterView clusterView(Supplier<Optional<String>> trouble) {
        return new ClusterView(
                table,
                new NodeCpuRequests(),
                new NodePowerInputHistory(new NodePowerInputHistory.Habits(2_000, 1_000, 5, 10)),
                new ClusterView.Watches(trouble, () -> CompletableFuture.completedFuture(null)),
                Clock.fixed(NOW, ZoneOffset.UTC));
    }

    /** Changes the charge of a node; its next reading says so. */
    public void charge(String name, EnergyLevel level, double percent) {
        readings.computeIfPresent(name, (node, reading) -> new EnergyReading(level, percent, reading.observed()));
    }

    /** Adds a node whose energy is not known. */
    public TestFleet unread(String name) {
        table.put(new ClusterNode(name, true, false, 4_000));
        return this;
    }

    /** @param pod such as {@code fibo-a} of the function {@code fibo} */
    public TestFleet pod(String pod, String node) {
        return pod(pod, node, true);
    }

    public TestFleet remove(String pod) {
        table.removePod("ns/" + pod);
        return this;
    }

    /** Requests next to nothing. */
    public TestFleet small(String pod, String node) {
        return pod(true, pod, node, true, Set.of(), 10);
    }

    /** @param near workloads and nodes that it must be near to */
    public TestFleet pod(String pod, String node, boolean ready, String... near) {
        return pod(true, pod, node, ready, Set.of(near), 500);
    }

    /** With a delay need, but no function. */
    public TestFleet other(String pod, String node) {
        return pod(false, pod, node, true, Set.of("cam"), 500);
    }

    /** Adds a pod in another namespace, which is no function. */
    public TestFleet other(String namespace, String pod, String node) {
        table.put(new CandidatePod(
                false,
                namespace,
                namespace + "/" + pod,
                "uid-" + pod,
                node,
                "",
                new ControllerReference("apps/v1", "ReplicaSet", pod, "rs-" + pod),
                0,
                NOW.minusSeconds(3_600),
                Set.of(),
                500,
                Set.of("cam"),
                "",
                Map.of("cpu", "500m")));
        return this;
    }

    /** With a delay need; nothing creates it again. */
    public static CandidatePod bare(String namespace, String pod, String node) {
        return new CandidatePod(
                false,
                namespace,
                namespace + "/" + pod,
                "uid-" + pod,
                node,
                "",
                null,
                0,
                NOW.minusSeconds(3_600),
                Set.of(UnmovablePodReason.BARE),
                500,
                Set.of("cam"),
                "",
                Map.of("cpu", "500m"));
    }

    private TestFleet pod(boolean function, String pod, String node, boolean ready, Set<String> near, long millis) {
        String workload = pod.substring(0, pod.indexOf('-'));
        String set = "rs-" + workload;
        table.putController(
                set, set, new DesiredReplicas(new Workload("ns", "Deployment", workload, "d-" + workload), 2));
        table.put(new CandidatePod(
                function,
                "ns",
                "ns/" + pod,
                "uid-" + pod,
                node,
                "",
                new ControllerReference("apps/v1", "ReplicaSet", set, set),
                0,
                ready ? NOW.minusSeconds(3_600) : null,
                Set.of(),
                millis,
                near,
                "",
                Map.of("cpu", millis + "m")));
        return this;
    }

    /** Returns all readings again, each from a later time. */
    public Map<String, EnergyReading> newReadings() {
        readings.replaceAll((node, reading) -> new EnergyReading(
                reading.level(),
                reading.percent(),
                new ObservationMetadata(
                        reading.observed().at().plusMillis(1),
                        "push",
                        reading.observed().validFor())));
        return Map.copyOf(readings);
    }

    public ClusterSnapshot cluster() {
        return table.snapshot();
    }

    public PlanningInput input() {
        return input(Set.of());
    }

    /** @param violated UIDs of pods that the scheduler would not place where they run any more */
    public PlanningInput input(Set<String> violated) {
        return new PlanningSnapshotBuilder(cluster(), readings, violated, NOW).build(node -> 0, node -> null);
    }
}
