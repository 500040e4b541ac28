package dev.edgewise.scheduler.recovery.backup;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.optimizer.ReserveOptimizer;
import dev.edgewise.scheduler.optimizer.ReservePlan;
import dev.edgewise.scheduler.optimizer.SearchTimeLimit;
import dev.edgewise.scheduler.simulation.CpuYield;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.Snapshot;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Plans other backups for pods that are protected, on the thread that asks, while decisions go first. */
public final class BackupPlanner {
    private static final Logger LOG = LoggerFactory.getLogger(BackupPlanner.class);
    /** The time to retry after while a lost leader is replaced. */
    private static final Duration RETRY_AFTER = Duration.ofSeconds(15);

    private final ClusterState state;
    private final SchedulingLoopAccess decisions;
    private final Function<String, @Nullable Profile> profiles;
    private final BooleanSupplier hasPendingPods;
    private final BackupReconciler backups;
    private final RandomGenerator random;
    private final Ticker ticker;

    /**
     * @param profiles by name
     * @param hasPendingPods whether pods wait to be placed
     * @param backups called while no decision is under way
     */
    public BackupPlanner(
            ClusterState state,
            SchedulingLoopAccess decisions,
            Function<String, @Nullable Profile> profiles,
            BooleanSupplier hasPendingPods,
            BackupReconciler backups,
            RandomGenerator random,
            Ticker ticker) {
        this.state = state;
        this.decisions = decisions;
        this.profiles = profiles;
        this.hasPendingPods = hasPendingPods;
        this.backups = backups;
        this.random = random;
        this.ticker = ticker;
    }

    /** @throws BusyException if another replica leads */
    public void requireLeader() {
        if (!decisions.isActive()) {
            throw new BusyException(
                    "This replica stands by: send the request to the pod that its Lease names, by default"
                            + " edgewise-scheduler-service",
                    RETRY_AFTER);
        }
    }

    /** Searches for a plan until the deadline; changes nothing. */
    public ReservePlan plan(Duration deadline, int mostMoves) {
        SearchTimeLimit time =
                new SearchTimeLimit(ticker, deadline, new CpuYield(hasPendingPods, ticker, LockSupport::parkNanos));
        Snapshot snapshot = decisions.snapshot();
        return new ReserveOptimizer(snapshot, state.protection().pods(), profiles, mostMoves, random, time).optimize();
    }

    /**
     * Carries the plan out.
     *
     * @return how many pods have another backup now
     * @throws BusyException if another replica leads
     */
    public int apply(ReservePlan plan) {
        requireLeader();
        AtomicInteger applied = new AtomicInteger();
        BackupPlanExecutor moves = new BackupPlanExecutor(state, decisions, profiles, backups::renew);
        decisions.exclusively(() -> applied.set(moves.apply(plan)));
        LOG.info("Backups changed; pods={} planned={}", applied, plan.moves().size());
        return applied.get();
    }
}
