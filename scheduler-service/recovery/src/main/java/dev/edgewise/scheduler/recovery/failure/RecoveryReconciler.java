package dev.edgewise.scheduler.recovery.failure;

import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.recovery.backup.BackupReconciler;
import dev.edgewise.scheduler.recovery.balloon.PodRestartNodeTainter;
import dev.edgewise.scheduler.state.ClusterState;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Keeps pods protected and restarts those of failed nodes, while this replica decides; on other replicas the reserves
 * follow the pods' annotations. Its state follows from the cluster alone. For one thread.
 */
final class RecoveryReconciler {
    /** The number of further turns in a step while no pods wait for decisions. */
    private static final int MORE_TURNS = 5;

    private final ClusterState state;
    private final SchedulingLoopAccess decisions;
    private final BooleanSupplier hasPendingPods;
    private final FailedNodeDetector nodes;
    private final Failover failover;
    private final UnneededFailoverReservationDeleter cleanup;
    private final BackupReconciler backups;
    private final PodRestartNodeTainter taints;

    /**
     * @param hasPendingPods whether pods wait to be placed
     */
    RecoveryReconciler(
            ClusterState state,
            SchedulingLoopAccess decisions,
            BooleanSupplier hasPendingPods,
            FailedNodeDetector nodes,
            Failover failover,
            UnneededFailoverReservationDeleter cleanup,
            BackupReconciler backups,
            PodRestartNodeTainter taints) {
        this.state = state;
        this.decisions = decisions;
        this.hasPendingPods = hasPendingPods;
        this.nodes = nodes;
        this.failover = failover;
        this.cleanup = cleanup;
        this.backups = backups;
        this.taints = taints;
    }

    /** Runs one step. To be called several times a second. */
    void step() {
        if (!decisions.isActive()) {
            state.protection().follow();
            nodes.forget();
            failover.forget();
            cleanup.forget();
            backups.forget();
            taints.forget();
            return;
        }
        Set<String> failed = nodes.find(state.protection().homes(), decisions.snapshot());
        failover.restartPodsOf(failed);
        cleanup.step();
        taints.step();
        decisions.exclusively(() -> backups.step(failed));
        for (int turn = 0;
                turn < MORE_TURNS && backups.hasPodsWithLostBackups() && !hasPendingPods.getAsBoolean();
                turn++) {
            decisions.exclusively(() -> backups.renewWaiting(failed));
        }
    }
}
