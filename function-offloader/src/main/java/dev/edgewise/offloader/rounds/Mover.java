package dev.edgewise.offloader.rounds;

import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.ClusterSnapshot;
import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.moves.MoveListener;
import dev.edgewise.offloader.moves.MoveOutcome;
import dev.edgewise.offloader.moves.Moves;
import dev.edgewise.offloader.plan.Verdict;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries moves out and records them. For one thread at a time, of the leader alone. */
final class Mover implements MoveListener {
    private static final Logger LOG = LoggerFactory.getLogger(Mover.class);

    private final Moves moves;
    private final Landings landings = new Landings();
    private final MoveHistory history;
    private final OffloadEvents events;
    private final Clock clock;
    private final MeterRegistry meters;

    /** @param moves makes those that tell this listener how they end */
    Mover(
            Function<MoveListener, Moves> moves,
            MoveHistory history,
            OffloadEvents events,
            Clock clock,
            MeterRegistry meters) {
        this.moves = moves.apply(this);
        this.history = history;
        this.events = events;
        this.clock = clock;
        this.meters = meters;
    }

    /**
     * Begins a move.
     *
     * @param cluster before it
     * @return what is known of it now: it may have ended already
     */
    MoveRecord begin(Verdict verdict, ClusterSnapshot cluster, long now) {
        String target = String.valueOf(verdict.target());
        LOG.info(
                "Move begun; pod={} source={} target={} cause={} why={}",
                verdict.pod().name(),
                verdict.pod().node(),
                target,
                verdict.cause(),
                verdict.why());
        long number = history.begun(verdict, target, clock.instant());
        moves.begin(verdict.pod(), target, now);
        if (moves.underWay().contains(verdict.pod().uid())) {
            landings.await(verdict.pod(), cluster);
            events.offloaded(verdict);
        }
        return history.get(number);
    }

    /** Ends the moves of which the replacement is there, or late. */
    void settle(ClusterSnapshot cluster, long now) {
        landings.look(cluster, moves, now);
        moves.expire(now);
    }

    /** Takes over from a leader before. */
    void resume(ClusterSnapshot cluster) throws MoveFailedException {
        Set<String> running = cluster.pods().stream()
                .filter(CandidatePod::runs)
                .map(CandidatePod::uid)
                .collect(Collectors.toSet());
        moves.resume(running::contains);
    }

    @Override
    public void ended(MoveOutcome outcome) {
        LOG.info(
                "Move ended; pod={} source={} target={} result={} detail={}",
                outcome.pod().name(),
                outcome.pod().node(),
                outcome.target(),
                outcome.result(),
                outcome.detail());
        history.ended(outcome, clock.instant());
        Counter.builder("edgewise.offloader.moves")
                .description("Moves that ended")
                .tag("result", outcome.result().name().toLowerCase(Locale.ROOT))
                .register(meters)
                .increment();
    }
}
