package dev.edgewise.offloader.rounds.view;

import dev.edgewise.common.NodeCpuRequests;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.offloader.cluster.ClusterSnapshot;
import dev.edgewise.offloader.cluster.NodePowerInputHistory;
import dev.edgewise.offloader.cluster.PlanningInput;
import dev.edgewise.offloader.cluster.PlanningSnapshotBuilder;
import dev.edgewise.offloader.cluster.WatchedClusterObjects;
import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.safety.MovablePod;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Keeps what is known of the cluster and of the energy of its nodes. Safe for many threads. */
public final class ClusterView {
    private final WatchedClusterObjects table;
    private final NodeCpuRequests others;
    private final NodePowerInputHistory batteries;
    private final Watches watches;
    private final Clock clock;
    private volatile Map<String, EnergyReading> readings = Map.of();
    private volatile Set<String> violated = Set.of();

    /**
     * Shows whether the table holds what the API server has.
     *
     * @param trouble why it does not; empty if it does
     * @param caughtUp done when it holds what is there at the time of the call
     */
    public record Watches(Supplier<Optional<String>> trouble, Supplier<CompletionStage<Void>> caughtUp) {}

    /** @param others what pods that policies do not move request */
    public ClusterView(
            WatchedClusterObjects table,
            NodeCpuRequests others,
            NodePowerInputHistory batteries,
            Watches watches,
            Clock clock) {
        this.table = table;
        this.others = others;
        this.batteries = batteries;
        this.watches = watches;
        this.clock = clock;
    }

    /** Takes the readings of all nodes. */
    public void take(Map<String, EnergyReading> all) {
        batteries.take(all);
        readings = all;
    }

    /** Takes the UIDs of all pods that the scheduler would not place where they run any more. */
    public void violated(Set<String> uids) {
        violated = uids;
    }

    public ClusterSnapshot cluster() {
        return table.snapshot();
    }

    public PlanningInput input(ClusterSnapshot cluster) {
        return new PlanningSnapshotBuilder(cluster, readings, violated, clock.instant())
                .build(others::millisOf, batteries::outlook);
    }

    /** Returns why there can be no plan now; empty if there can. */
    public Optional<String> trouble(PlanningInput input) {
        if (!input.held().isEmpty()
                && input.fleet().view().nodes().isEmpty()
                && input.fleet().pods().isEmpty()) {
            return Optional.of("there is no node that is ready and has a valid reading of its energy");
        }
        return Optional.empty();
    }

    /** Returns why the pod must not leave as things are now, whatever was planned; empty if it may, or is gone. */
    public Optional<String> stays(MovablePod pod) {
        PlanningInput input = input(cluster());
        Optional<String> held = input.held().stream()
                .filter(decision -> decision.pod().uid().equals(pod.uid()))
                .map(MoveDecision::why)
                .findFirst();
        return watchTrouble().or(() -> held).or(() -> input.fleet().pods().stream()
                .filter(each -> each.uid().equals(pod.uid()))
                .flatMap(each -> missing(pod, each).stream())
                .findFirst());
    }

    /** Returns what its workload lacks now; empty for nothing. */
    private static Optional<String> missing(MovablePod planned, MovablePod now) {
        if (now.replicas() < planned.replicas()) {
            return Optional.of("its workload was scaled from " + planned.replicas() + " to " + now.replicas());
        }
        return now.readyReplicas() < now.replicas()
                ? Optional.of(now.readyReplicas() + " of " + now.replicas() + " replicas of its workload are ready")
                : Optional.empty();
    }

    /** Returns why the view of the cluster is not complete; empty if it is. */
    public Optional<String> watchTrouble() {
        return watches.trouble().get();
    }

    public CompletionStage<Void> caughtUp() {
        return watches.caughtUp().get();
    }
}
