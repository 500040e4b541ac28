package dev.edgewise.scheduler.recovery;

import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Keeps pods protected and restarts those of failed nodes, while this replica decides; on other replicas the reserves
 * follow the pods' annotations. Its state follows from the cluster alone. For one thread.
 */
final class RecoveryReconciler {
    /** The number of further turns in a step while no pods wait for decisions. */
    private static final int MORE_TURNS = 5;

    private final ClusterState state;
    private final Supplier<Snapshot> snapshots;
    private final Consumer<Runnable> betweenDecisions;
    private final BooleanSupplier decides;
    private final BooleanSupplier podsWait;
    private final FailedNodes nodes;
    private final Failover failover;
    private final ReservationCleanup unneeded;
    private final BackupReconciler protector;
    private final RestartTaintController guard;

    /**
     * @param snapshots the cluster as it is now
     * @param betweenDecisions runs work while no decision is under way
     * @param decides whether this replica leads and knows all that was decided before
     * @param podsWait whether pods wait to be placed
     */
    RecoveryReconciler(
            ClusterState state,
            Supplier<Snapshot> snapshots,
            Consumer<Runnable> betweenDecisions,
            BooleanSupplier decides,
            BooleanSupplier podsWait,
            FailedNodes nodes,
            Failover failover,
            ReservationCleanup unneeded,
            BackupReconciler protector,
            RestartTaintController guard) {
        this.state = state;
        this.snapshots = snapshots;
        this.betweenDecisions = betweenDecisions;
        this.decides = decides;
        this.podsWait = podsWait;
        this.nodes = nodes;
        this.failover = failover;
        this.unneeded = unneeded;
        this.protector = protector;
        this.guard = guard;
    }

    /** Runs one step. To be called several times a second. */
    void step() {
        if (!decides.getAsBoolean()) {
            state.protection().follow();
            nodes.forget();
            failover.forget();
            unneeded.forget();
            protector.forget();
            guard.forget();
            return;
        }
        Set<String> failed = nodes.of(state.protection().homes(), snapshots.get());
        failover.restartPodsOf(failed);
        unneeded.step();
        guard.step();
        betweenDecisions.accept(() -> protector.step(failed));
        for (int turn = 0; turn < MORE_TURNS && protector.isBehind() && !podsWait.getAsBoolean(); turn++) {
            betweenDecisions.accept(() -> protector.renewWaiting(failed));
        }
    }
}
