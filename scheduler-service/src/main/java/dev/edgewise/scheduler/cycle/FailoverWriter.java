package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes what restarts pods of failed nodes, and what protects others. */
public interface FailoverWriter {
    /** Before the uid of the pod that is replaced. */
    String PREFIX = "recovery-";

    /** The name of the reservation for what replaces a lost pod. */
    static ReservationKey reservationFor(Pod lost) {
        return new ReservationKey(lost.namespace(), PREFIX + lost.uid());
    }

    /** The uid of the lost pod that a reservation is for by its name; empty if it is for none. */
    static Optional<String> lostPodOf(ReservationKey reservation) {
        return reservation.name().startsWith(PREFIX)
                ? Optional.of(reservation.name().substring(PREFIX.length()))
                : Optional.empty();
    }

    /**
     * Keeps room on a node for the pod that will replace a lost one. May be repeated.
     *
     * @return the reservation as it is in the cluster; null if there is none
     * @throws ReservationRefusedException if there will be none
     */
    @Nullable
    Reservation reserve(Pod lost, String node) throws ReservationRefusedException;

    /**
     * Has a lost pod deleted, so that its controller replaces it.
     *
     * @param force whether it goes although its node has not confirmed that it stopped
     * @return whether it is deleted, or going to be
     */
    boolean delete(Pod lost, boolean force);

    /**
     * Writes down which node keeps room for the pod, for the next leader and for people.
     *
     * @param backup null for none
     */
    void annotate(Pod pod, @Nullable String backup);
}
