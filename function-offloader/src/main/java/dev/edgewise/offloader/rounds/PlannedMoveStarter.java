package dev.edgewise.offloader.rounds;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.rounds.execution.MoveService;
import dev.edgewise.offloader.rounds.negotiation.PlanGenerator;
import dev.edgewise.offloader.rounds.pause.PauseState;
import dev.edgewise.offloader.rounds.pause.PauseUnavailableException;
import dev.edgewise.offloader.rounds.view.ClusterView;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Begins the moves of a round, one after the other. It ends early if that takes long, or move after move fails: what is
 * left is not begun, counts for nothing, and is planned again by the next round. For one thread at a time, of the
 * leader alone.
 */
final class PlannedMoveStarter {
    private static final Logger LOG = LoggerFactory.getLogger(PlannedMoveStarter.class);
    /** The longest time of a round's moves: far below the time of a stuck loop, since landings wait meanwhile. */
    private static final Duration LONGEST = Duration.ofSeconds(10);
    /** The most failures in a row: after them, the pods are not the reason. */
    private static final int MOST_FAILURES = 3;

    private final PlanGenerator planning;
    private final MoveService mover;
    private final ClusterView clusterView;
    private final PauseState pauses;
    private final Ticker ticker;

    PlannedMoveStarter(
            PlanGenerator planning, MoveService mover, ClusterView clusterView, PauseState pauses, Ticker ticker) {
        this.planning = planning;
        this.mover = mover;
        this.clusterView = clusterView;
        this.pauses = pauses;
        this.ticker = ticker;
    }

    /**
     * Begins the moves. Each takes its time, so that the pause and the pod are looked at again before.
     *
     * @param moves in their turns
     * @param stopped whether nothing is to begin any more
     */
    void begin(List<MoveDecision> moves, BooleanSupplier stopped) throws PauseUnavailableException {
        long since = ticker.nanos();
        int failed = 0;
        for (int next = 0; next < moves.size(); next++) {
            if (failed == MOST_FAILURES || ticker.since(since).compareTo(LONGEST) >= 0) {
                LOG.warn(
                        "Planned moves wait for the next round; waiting={} failedInARow={} seconds={}",
                        moves.size() - next,
                        failed,
                        ticker.since(since).toSeconds());
                return;
            }
            if (stopped.getAsBoolean() || pauses.read().isPresent()) {
                return;
            }
            MoveDecision decision = moves.get(next);
            if (!mover.isSurging(decision.pod().workload())
                    && clusterView.stays(decision.pod()).isEmpty()) {
                planning.begins(decision, ticker.nanos());
                failed = mover.begin(decision, ticker.nanos()).failed() ? failed + 1 : 0;
            }
        }
    }
}
