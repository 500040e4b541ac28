package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.state.ReservationState;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Carries preemptions out. Never blocks the caller. */
public interface PreemptionWriter {
    /**
     * Time for which capacity is kept for the replacement of a pod that moves: the pod may take its grace period to
     * leave.
     */
    Duration ROOM_KEPT = Duration.ofMinutes(5);

    /** The name of the reservation for what replaces a pod that moves. */
    static ReservationKey reservationFor(Pod moving) {
        return new ReservationKey(moving.namespace(), "move-" + moving.uid());
    }

    /**
     * Writes the node that is cleared into the preemptor's {@code status.nominatedNodeName} and deletes the victims, or
     * evicts the one that moves, once capacity is kept for its replacement. Ends without doing the rest as soon as the
     * preemption is not wanted any more, or a step fails.
     */
    void preempt(Eviction eviction);

    /**
     * Writes the status of reservations that have ended, as a more important pod takes their capacity. A failure is no
     * reason to keep that pod waiting.
     *
     * @param wanted asked right before each write
     * @param written runs once all was tried, or after two seconds, on any thread
     */
    void end(List<ReservationState> reservations, BooleanSupplier wanted, Runnable written);

    /**
     * Writes the node that the pod is assigned to into its {@code status.nominatedNodeName}, where it will take long
     * until it is bound: an autoscaler and a next leader learn of it. A failure is no reason not to bind.
     *
     * @param wanted asked right before the write
     */
    void nominate(Pod assigned, BooleanSupplier wanted);

    /**
     * Clears the pod's {@code status.nominatedNodeName}: the nomination no longer holds.
     *
     * @param wanted asked right before the write
     */
    void withdraw(Pod preemptor, BooleanSupplier wanted);

    /**
     * A preemption to be carried out.
     *
     * @param node where the victims run
     * @param victims pods bound to that node, lower in priority unless they move
     * @param target where the only victim moves; null if victims are not looked after
     * @param wanted whether it is still to be done, as far as this process knows; to be asked right before each write
     * @param refused accepts each victim that the API server refuses to evict, before {@code ended}, on any thread
     * @param ended accepts exactly once whether all of it was done, on any thread
     */
    record Eviction(
            Pod preemptor,
            String node,
            List<Pod> victims,
            @Nullable String target,
            BooleanSupplier wanted,
            Consumer<Pod> refused,
            Consumer<Boolean> ended) {
        public Eviction {
            victims = List.copyOf(victims);
        }
    }
}
