package dev.edgewise.offloader.rounds;

import dev.edgewise.common.LeaderCacheSync;
import dev.edgewise.common.WriteGate;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.common.web.ConcurrencyLimit;
import dev.edgewise.offloader.cluster.ClusterSnapshot;
import dev.edgewise.offloader.cluster.PlanningInput;
import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.policies.Policy;
import dev.edgewise.offloader.rounds.execution.MoveRecord;
import dev.edgewise.offloader.rounds.execution.MoveService;
import dev.edgewise.offloader.rounds.execution.OffloadEvents;
import dev.edgewise.offloader.rounds.negotiation.MoveNotPossibleException;
import dev.edgewise.offloader.rounds.negotiation.MoveRefusedException;
import dev.edgewise.offloader.rounds.negotiation.PlanGenerator;
import dev.edgewise.offloader.rounds.negotiation.PlanRunMode;
import dev.edgewise.offloader.rounds.negotiation.PlanUnavailableException;
import dev.edgewise.offloader.rounds.negotiation.PlanningState;
import dev.edgewise.offloader.rounds.pause.Pause;
import dev.edgewise.offloader.rounds.pause.PauseState;
import dev.edgewise.offloader.rounds.pause.PauseUnavailableException;
import dev.edgewise.offloader.rounds.view.ClusterView;
import dev.edgewise.offloader.scheduler.SchedulerUnavailableException;
import dev.edgewise.offloader.settings.OffloaderProperties;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rounds of the leader: never two at a time, and none beside a move that a person asks for. */
public final class OffloadLoop {
    /** A standby looks so often for a pause. */
    private static final Duration LOOK = Duration.ofSeconds(10);

    private final OffloaderProperties properties;
    private final ClusterView clusterView;
    private final PlanGenerator planning;
    private final MoveService mover;
    private final LatestPlan board;
    private final PauseState pauses;
    private final OffloadEvents events;
    private final WriteGate gate;
    private final Ticker ticker;
    private final LeaderCacheSync catchUp;
    private final PlanService plans;
    private final PlannedMoveStarter plannedMoves;
    /** One: scheduler-service answers two simulations at a time, and the other is for the rounds. */
    private final ConcurrencyLimit plansNow = new ConcurrencyLimit(1, "Another plan is being made");
    /** One, which may wait for the end of a round: the threads of the others serve who pauses, or looks. */
    private final ConcurrencyLimit movesNow = new ConcurrencyLimit(1, "Another pod is being moved on request");

    /** The state that the last round left. Only rounds change it; previews begin with it. */
    private volatile PlanningState state;

    private boolean leading;
    private volatile boolean stopping;
    private long nextRound;
    private long nextLook;

    OffloadLoop(
            OffloaderProperties properties,
            ClusterView clusterView,
            PlanGenerator planning,
            PlanningState begin,
            MoveService mover,
            LatestPlan board,
            PauseState pauses,
            OffloadEvents events,
            WriteGate gate,
            Ticker ticker,
            Clock clock) {
        this.properties = properties;
        this.clusterView = clusterView;
        this.planning = planning;
        this.mover = mover;
        this.board = board;
        this.pauses = pauses;
        this.events = events;
        this.gate = gate;
        this.ticker = ticker;
        this.catchUp = new LeaderCacheSync(clusterView::caughtUp);
        this.plans = new PlanService(planning, clusterView, ticker, clock);
        this.plannedMoves = new PlannedMoveStarter(planning, mover, clusterView, pauses, ticker);
        this.state = begin;
    }

    /** Does what is due. One thread repeats it, more often than there are rounds, so that landings are seen soon. */
    synchronized void step() {
        if (!gate.isOpen()) {
            standBy();
            return;
        }
        if (!leading && !takesOver()) {
            return;
        }
        if (mover.isBusy()) {
            pauses.lastKnown().map(Pause::why).ifPresent(mover::undo);
            mover.settle(clusterView.cluster(), ticker.nanos());
        }
        mover.keepLimits(ticker.nanos());
        board.surges(mover.trouble());
        if (!stopping && ticker.nanos() >= nextRound) {
            try {
                round();
            } finally {
                // One that fails unexpectedly is not made again at once.
                nextRound = ticker.nanos() + properties.interval().toNanos();
            }
        }
    }

    /** Stops: nothing begins any more, not even a move that a round has planned. */
    void stop() {
        stopping = true;
    }

    /** Stops leading. Troubles of another leader are not shown by this replica. */
    private void standBy() {
        if (leading) {
            board.standBy();
        }
        leading = false;
        catchUp.reset();
        if (ticker.nanos() >= nextLook) {
            // For its metric: pauses are made on any replica.
            pauses.lastKnown();
            nextLook = ticker.nanos() + LOOK.toNanos();
        }
    }

    /** Whether what the leader before did is known and taken over. */
    private boolean takesOver() {
        if (!catchUp.isDone()) {
            return false;
        }
        try {
            mover.resume(clusterView.cluster(), ticker.nanos());
            state = state.afterTakeover();
            leading = true;
        } catch (MoveFailedException e) {
            board.trouble("earlier moves cannot be read: " + e.getMessage());
        }
        return leading;
    }

    private void round() {
        try {
            Optional<Pause> pause = pauses.read();
            ClusterSnapshot cluster = clusterView.cluster();
            PlanReport report = plan(cluster);
            board.show(report);
            board.violations(state.violations().trouble());
            if (pause.isEmpty() && !properties.dryRun()) {
                report.decisions().stream().filter(OffloadLoop::isRefused).forEach(events::refused);
                plannedMoves.begin(report.moves(), () -> stopping);
            }
        } catch (PlanUnavailableException | PauseUnavailableException e) {
            state = state.afterMiss();
            board.trouble(String.valueOf(e.getMessage()));
        }
    }

    private PlanReport plan(ClusterSnapshot cluster) throws PlanUnavailableException {
        try {
            PlanService.Reported made = plans.report(state, cluster, properties.chosen(), PlanRunMode.ROUND);
            state = made.next();
            return made.report();
        } catch (RuntimeException e) {
            state = state.afterMiss();
            board.trouble("the last round failed with an unexpected error, which the log has: " + e);
            throw e;
        }
    }

    private static boolean isRefused(MoveDecision decision) {
        return decision.target() != null && decision.refusal() != null;
    }

    /**
     * The plan that a round of that policy would make now, one of another policy as if it had been at work for long;
     * nothing changes by it. Waits for no round: it begins with what the last one left.
     *
     * @throws BusyException if another one is being made
     */
    public PlanReport planNow(Policy policy) throws PlanUnavailableException {
        PlanRunMode purpose = policy == properties.chosen() ? PlanRunMode.PREVIEW : PlanRunMode.COMPARISON;
        return plansNow.take(() ->
                plans.report(state, clusterView.cluster(), policy, purpose).report());
    }

    /**
     * Moves a pod at once, or after the round that is under way, if safety lets it.
     *
     * @param pod {@code namespace/name}
     * @param target null for wherever the scheduler would place it
     * @throws PlanUnavailableException if too little is known now
     * @throws MoveRefusedException if the pod may not be moved there now
     * @throws BusyException if another one is being moved on request
     */
    public MoveRecord move(String pod, @Nullable String target) throws MoveNotPossibleException {
        return movesNow.<MoveRecord, MoveNotPossibleException>take(() -> moveBetweenRounds(pod, target));
    }

    private synchronized MoveRecord moveBetweenRounds(String pod, @Nullable String target)
            throws MoveNotPossibleException {
        requireMoves();
        ClusterSnapshot cluster = clusterView.cluster();
        PlanningInput input = plans.input(cluster);
        long now = ticker.nanos();
        try {
            MoveDecision decision = planning.requested(pod, target, cluster, input, now);
            if (mover.isSurging(decision.pod().workload())) {
                throw new MoveRefusedException("SURGING", "another pod of its workload is being replaced just now");
            }
            requireMoves();
            return mover.begin(decision, ticker.nanos()).move();
        } catch (SchedulerUnavailableException e) {
            throw new PlanUnavailableException(String.valueOf(e.getMessage()));
        }
    }

    private void requireMoves() throws MoveNotPossibleException {
        if (!leading) {
            throw new PlanUnavailableException("this replica takes over now: try again in a few seconds");
        }
        if (properties.dryRun()) {
            throw new MoveRefusedException("DRY_RUN", "this service plans only: edgewise.function-offloader.dry-run");
        }
        try {
            Optional<Pause> pause = pauses.read();
            if (pause.isPresent()) {
                throw new MoveRefusedException("PAUSED", pause.get().why());
            }
        } catch (PauseUnavailableException e) {
            throw new PlanUnavailableException(String.valueOf(e.getMessage()));
        }
    }
}
