package dev.edgewise.scheduler.recovery;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.optimizer.ReserveOptimizer;
import dev.edgewise.scheduler.optimizer.ReservePlan;
import dev.edgewise.scheduler.optimizer.SearchTime;
import dev.edgewise.scheduler.simulation.CpuYield;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.Snapshot;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Plans other backups for pods that are protected, on the thread that asks, while decisions go first. */
final class RecoveryPlanner {
    private static final Logger LOG = LoggerFactory.getLogger(RecoveryPlanner.class);
    /** The time to retry after while a lost leader is replaced. */
    private static final Duration RETRY_AFTER = Duration.ofSeconds(15);

    private final ClusterState state;
    private final Supplier<Snapshot> snapshots;
    private final Function<String, @Nullable Profile> profiles;
    private final Consumer<Runnable> betweenDecisions;
    private final BooleanSupplier decides;
    private final BooleanSupplier podsWait;
    private final BackupReconciler protector;
    private final RandomGenerator random;
    private final Ticker ticker;

    /**
     * @param snapshots the cluster as it is now
     * @param profiles by name
     * @param betweenDecisions runs work while no decision is under way
     * @param decides whether this replica leads and knows all that was decided before
     * @param podsWait whether pods wait to be placed
     * @param protector called between two decisions only
     */
    RecoveryPlanner(
            ClusterState state,
            Supplier<Snapshot> snapshots,
            Function<String, @Nullable Profile> profiles,
            Consumer<Runnable> betweenDecisions,
            BooleanSupplier decides,
            BooleanSupplier podsWait,
            BackupReconciler protector,
            RandomGenerator random,
            Ticker ticker) {
        this.state = state;
        this.snapshots = snapshots;
        this.profiles = profiles;
        this.betweenDecisions = betweenDecisions;
        this.decides = decides;
        this.podsWait = podsWait;
        this.protector = protector;
        this.random = random;
        this.ticker = ticker;
    }

    /** @throws BusyException if another replica leads */
    void requireLeader() {
        if (!decides.getAsBoolean()) {
            throw new BusyException(
                    "This replica stands by: send the request to the pod that its Lease names, by default"
                            + " edgewise-scheduler-service",
                    RETRY_AFTER);
        }
    }

    /** Changes nothing. */
    ReservePlan plan(Duration deadline, int mostMoves) {
        SearchTime time = new SearchTime(ticker, deadline, new CpuYield(podsWait, ticker, LockSupport::parkNanos));
        Snapshot snapshot = snapshots.get();
        return new ReserveOptimizer(snapshot, state.protection().pods(), profiles, mostMoves, random, time).optimize();
    }

    /**
     * Carries the plan out.
     *
     * @return how many pods have another backup now
     * @throws BusyException if another replica leads
     */
    int apply(ReservePlan plan) {
        requireLeader();
        AtomicInteger applied = new AtomicInteger();
        BackupPlanExecutor moves = new BackupPlanExecutor(state, snapshots, profiles, protector::renew);
        betweenDecisions.accept(() -> applied.set(moves.apply(plan)));
        LOG.info("Backups changed; pods={} planned={}", applied, plan.moves().size());
        return applied.get();
    }
}
