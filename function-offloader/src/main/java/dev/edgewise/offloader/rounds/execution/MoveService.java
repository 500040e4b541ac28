package dev.edgewise.offloader.rounds.execution;

import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.ClusterSnapshot;
import dev.edgewise.offloader.moves.MoveExecutor;
import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.moves.MoveListener;
import dev.edgewise.offloader.moves.MoveOutcome;
import dev.edgewise.offloader.moves.MoveOutcome.Result;
import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.rounds.view.ClusterView;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.Workload;
import dev.edgewise.offloader.surge.SurgeExecutor;
import dev.edgewise.offloader.surge.WorkloadPods;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries moves out and records them. For one thread at a time, of the leader alone. */
public final class MoveService implements MoveListener {
    private static final Logger LOG = LoggerFactory.getLogger(MoveService.class);

    private final MoveExecutor moves;
    private final SurgeExecutor surges;
    private final SnapshotWorkloadPods surgePods = new SnapshotWorkloadPods();
    private final ReplacementPodFinder landings = new ReplacementPodFinder();
    private final PersistentMoveLimits limits;
    private final ClusterView clusterView;
    private final MoveHistory history;
    private final OffloadEvents events;
    private final Clock clock;
    private final MeterRegistry meters;
    /** The time at which the last move began: reading of a monotonic clock, in ns. */
    private long begunAt;

    /** Makes moves that tell this listener how they end. */
    @FunctionalInterface
    public interface MovesMaker {
        MoveExecutor make(MoveListener listener);
    }

    /** Makes surges that look at these pods, and tell this listener how they end. */
    @FunctionalInterface
    public interface SurgesMaker {
        SurgeExecutor make(WorkloadPods pods, MoveListener listener);
    }

    public MoveService(
            MovesMaker moves,
            SurgesMaker surges,
            PersistentMoveLimits limits,
            ClusterView clusterView,
            MoveHistory history,
            OffloadEvents events,
            Clock clock,
            MeterRegistry meters) {
        this.moves = moves.make(this);
        this.surges = surges.make(surgePods, this);
        this.limits = limits;
        this.clusterView = clusterView;
        this.history = history;
        this.events = events;
        this.clock = clock;
        this.meters = meters;
        // What grows from nothing is no growth to who queries.
        Arrays.stream(Result.values()).forEach(this::counter);
    }

    /**
     * A move that began.
     *
     * @param move what is known of it now: it may have ended already
     * @param failed whether no room was kept for it, or the API server refused or did not answer
     */
    public record Begun(MoveRecord move, boolean failed) {}

    public Begun begin(MoveDecision decision, long now) {
        String target = String.valueOf(decision.target());
        LOG.info(
                "Move begun; pod={} source={} target={} cause={} why={}",
                decision.pod().name(),
                decision.pod().node(),
                target,
                decision.cause(),
                decision.why());
        begunAt = now;
        long number = history.begun(decision, target, clock.instant());
        boolean goesOn = decision.pod().replicas() > 1
                ? moves.begin(decision.pod(), target, now)
                : surges.begin(decision.pod(), target, now);
        if (goesOn) {
            events.offloaded(decision);
        }
        if (decision.pod().replicas() <= 1) {
            limits.write(now);
        }
        MoveRecord move = history.get(number);
        // A surge that failed ends by its next steps.
        return new Begun(move, !goesOn && (move.result() == null || move.result() == Result.FAILED));
    }

    /** Whether the workload has a second replica for a while: one of both is to stay. */
    public boolean isSurging(Workload workload) {
        return surges.isUnderWay(workload);
    }

    /** Whether moves are under way. */
    public boolean isBusy() {
        return !moves.underWay().isEmpty() || !surges.underWay().isEmpty();
    }

    /** Returns why a surge cannot continue now; empty if all can. */
    public Optional<String> trouble() {
        return surges.trouble();
    }

    /** Ends what can end without an eviction: surges whose pod did not leave yet. */
    public void undo(String why) {
        surges.undo(why);
    }

    /** Ends the moves of which the replacement is there, or late. */
    public void settle(ClusterSnapshot cluster, long now) {
        surgePods.take(cluster);
        surges.step(now);
        landings.look(cluster, moves, now);
        // What is not seen now may have come, or left.
        if (clusterView.watchTrouble().isEmpty()) {
            moves.expire(now, uid -> {
                CandidatePod pod = cluster.byUid().get(uid);
                return pod != null && pod.stays();
            });
        }
    }

    /** Keeps what limits moves for the next leader; to be repeated. */
    public void keepLimits(long now) {
        limits.writeIfDue(now);
    }

    /** Takes over from a leader before. */
    public void resume(ClusterSnapshot cluster, long now) throws MoveFailedException {
        limits.restore(now);
        surges.forget();
        surges.resume(now);
        Collection<String> surging = surges.underWay();
        Set<String> running = cluster.pods().stream()
                .filter(CandidatePod::runs)
                .map(CandidatePod::uid)
                .filter(uid -> !surging.contains(uid))
                .collect(Collectors.toSet());
        moves.resume(running::contains);
    }

    /**
     * Awaits the replacement: pods that have come until now replace something else, as to reserve room took a while.
     */
    @Override
    public void leaving(MovablePod pod) {
        limits.write(begunAt);
        landings.await(pod, clusterView.cluster());
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
        limits.change();
        history.ended(outcome, clock.instant());
        counter(outcome.result()).increment();
    }

    private Counter counter(Result result) {
        return Counter.builder("edgewise.offloader.moves")
                .description("Moves that ended")
                .tag("result", result.name().toLowerCase(Locale.ROOT))
                .register(meters);
    }
}
