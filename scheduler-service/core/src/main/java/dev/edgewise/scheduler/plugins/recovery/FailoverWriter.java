package dev.edgewise.scheduler.plugins.recovery;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.ReservationPodMatcher;
import dev.edgewise.scheduler.state.reservations.ReservationRefusedException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Writes the changes that restart pods of failed nodes, and that protect other pods. */
public interface FailoverWriter {
    /** A replacement comes within seconds; its image may take minutes, but capacity is taken by then. */
    Duration TIME_TO_LIVE = Duration.ofMinutes(10);

    /** Prefix of the names of reservations for replacements of lost pods, before the uid of the pod. */
    String PREFIX = "recovery-";

    /** The name of the reservation for what replaces a lost pod. */
    static ReservationKey reservationFor(Pod lost) {
        return new ReservationKey(lost.namespace(), PREFIX + lost.uid());
    }

    /** Returns whether it is named as one for what replaces a lost pod. */
    static boolean isForRestart(Reservation reservation) {
        return reservation.key().name().startsWith(PREFIX);
    }

    /**
     * Tells whether the reservation is for the pod's replacement; its name alone proves nothing, as other clients that
     * may create reservations in the namespace can use it.
     */
    static boolean isFor(Pod lost, Reservation reservation) {
        return isFor(lost, reservation, TIME_TO_LIVE);
    }

    /** Tells whether the reservation, with that time to live, is for the pod. */
    static boolean isFor(Pod pod, Reservation reservation, Duration timeToLive) {
        return reservation.problem() == null
                && reservation.timeToLive().equals(timeToLive)
                && reservation.user() instanceof ReservationPodMatcher.Owner owner
                && owner.uid().equals(pod.controllerUid())
                && reservation.requests().equals(pod.spec().requests().needed());
    }

    /**
     * Keeps capacity on a node for the pod that will replace a lost one. May be repeated.
     *
     * @return the reservation as it is in the cluster; null if there is none
     * @throws ReservationRefusedException if there will be none
     */
    @Nullable
    Reservation reserve(Pod lost, String node) throws ReservationRefusedException;

    /**
     * Requests the deletion of a lost pod, so that its controller replaces it.
     *
     * @param force whether it goes although its node has not confirmed that it stopped
     * @param wanted asked right before each request, a repeated one too
     * @return whether it is deleted, or going to be
     */
    boolean delete(Pod lost, boolean force, BooleanSupplier wanted);

    /**
     * Writes down which node keeps capacity for the pod, for the next leader and for people.
     *
     * @param backup null for none
     * @param message for people: which, or why none does
     */
    void annotate(Pod pod, @Nullable String backup, String message);

    /** Takes back what was written: the pod is not to be protected any more. */
    void withdraw(Pod pod);
}
