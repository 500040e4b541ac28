package dev.edgewise.offloader.moves;

import dev.edgewise.offloader.moves.MoveOutcome.Result;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.MoveLimitTracker;
import dev.edgewise.offloader.safety.Workload;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Carries moves out: reserve, evict, see the replacement land. For one thread at a time, of the leader alone.
 *
 * <p>A crash between two steps leaves a reservation, which names the pod and ends by itself. {@link #resume} reads
 * those: where the pod still runs, nothing was evicted, and the room is given back; where it does not, the room waits
 * for the replacement. So no pod is evicted twice for one plan.
 */
public final class MoveExecutor {
    private final Reservations reservations;
    private final Evictions evictions;
    private final MoveLimitTracker gate;
    private final MoveListener listener;
    private final Duration timeToLive;

    /** The moves under way, by UID of the pod that left. */
    private final Map<String, Move> underWay = new LinkedHashMap<>();

    /**
     * @param since when its room was reserved: reading of a monotonic clock, in ns
     * @param evicted whether its eviction was accepted
     */
    private record Move(MovablePod pod, String target, long since, boolean evicted) {}

    /** @param timeToLive how long room is kept, and a landing awaited */
    public MoveExecutor(
            Reservations reservations,
            Evictions evictions,
            MoveLimitTracker gate,
            MoveListener listener,
            Duration timeToLive) {
        this.reservations = reservations;
        this.evictions = evictions;
        this.gate = gate;
        this.listener = listener;
        this.timeToLive = timeToLive;
    }

    /** UIDs of the pods that left and whose replacement is awaited. */
    public Collection<String> underWay() {
        return List.copyOf(underWay.keySet());
    }

    /**
     * Reserves room and evicts.
     *
     * @param now reading of a monotonic clock, in ns
     * @return whether it is under way now; false if it has ended already
     */
    public boolean begin(MovablePod pod, String target, long now) {
        if (underWay.containsKey(pod.uid())) {
            return true;
        }
        Move move = new Move(pod, target, now, false);
        gate.begin(pod, target, now);
        try {
            reservations.reserve(pod, target, timeToLive);
            listener.leaving(pod);
            Evictions.Answer answer = evictions.evict(pod);
            switch (answer) {
                case ACCEPTED -> underWay.put(pod.uid(), new Move(pod, target, now, true));
                // The pod may have left: its replacement shall find the room.
                case UNKNOWN -> underWay.put(pod.uid(), move);
                case BLOCKED -> abandon(move, Result.BLOCKED, "its disruption budget allows no eviction now");
                case GONE -> abandon(move, Result.GONE, "it was gone already");
            }
        } catch (MoveRefusedByApiException e) {
            release(move);
            gate.refused(pod, target, now);
            listener.ended(new MoveOutcome(pod, target, Result.FAILED, String.valueOf(e.getMessage())));
        } catch (MoveFailedException e) {
            abandon(move, Result.FAILED, String.valueOf(e.getMessage()));
        }
        return underWay.containsKey(pod.uid());
    }

    /** A pod is ready: the replacement of the oldest move of its workload, unless it is the pod that is to leave. */
    public void ready(Workload workload, String uid, String node, long now) {
        Move move = first(each ->
                each.pod().workload().equals(workload) && !each.pod().uid().equals(uid));
        if (move == null) {
            return;
        }
        underWay.remove(move.pod().uid());
        release(move);
        gate.landed(move.pod(), move.target(), node, now);
        listener.ended(new MoveOutcome(
                move.pod(),
                move.target(),
                Result.of(move.pod(), move.target(), node),
                "its replacement runs on " + node));
    }

    /**
     * Ends moves whose replacement did not come in time.
     *
     * @param stays whether a pod of that UID is there and is not being deleted: its eviction, if it got no answer, did
     *     not happen
     */
    public void expire(long now, Predicate<String> stays) {
        Move move = first(each -> now - each.since() >= timeToLive.toNanos());
        while (move != null) {
            underWay.remove(move.pod().uid());
            if (!move.evicted() && stays.test(move.pod().uid())) {
                abandon(move, Result.FAILED, "its eviction was not carried out: the pod is still there");
            } else {
                timedOut(move, now, "no replacement was ready within " + timeToLive.toSeconds() + " s");
            }
            move = first(each -> now - each.since() >= timeToLive.toNanos());
        }
    }

    /**
     * Takes over from a leader before: room for pods that still run is given back. Room for pods that left stands until
     * their replacement takes it, or it ends.
     *
     * @param runs whether a pod of that UID runs and is not being deleted
     */
    public void resume(Predicate<String> runs) throws MoveFailedException {
        for (Reservations.Standing standing : reservations.standing()) {
            if (!underWay.containsKey(standing.pod()) && runs.test(standing.pod())) {
                reservations.release(standing.pod());
            }
        }
    }

    private void timedOut(Move move, long now, String detail) {
        release(move);
        gate.timedOut(move.pod(), move.target(), now);
        listener.ended(new MoveOutcome(move.pod(), move.target(), Result.TIMED_OUT, detail));
    }

    private void abandon(Move move, Result result, String detail) {
        release(move);
        gate.undone(move.pod(), move.target());
        listener.ended(new MoveOutcome(move.pod(), move.target(), result, detail));
    }

    /** Room that can't be given back ends by its time to live. */
    private void release(Move move) {
        try {
            reservations.release(move.pod().uid());
        } catch (MoveFailedException e) {
            // Said by the adapter that failed.
        }
    }

    private @Nullable Move first(Predicate<Move> condition) {
        return underWay.values().stream().filter(condition).findFirst().orElse(null);
    }
}
