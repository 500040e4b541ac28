package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.cluster.ClusterReservations;
import dev.edgewise.scheduler.cluster.ReservationChange;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.pipeline.ClusterEvent;
import dev.edgewise.scheduler.protection.ShownReserve;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import java.util.Set;

/** Changes the cluster's reservations, and wakes the pods that this could help. */
public final class ReservationFeed {
    private final ClusterReservations reservations;
    private final SchedulingQueue queue;

    ReservationFeed(ClusterReservations reservations, SchedulingQueue queue) {
        this.reservations = reservations;
        this.queue = queue;
    }

    void put(Reservation reservation) {
        reservations.put(reservation);
        wake();
    }

    void put(ShownReserve reserve) {
        reservations.put(reserve);
        wake();
    }

    void gone(ReservationKey key) {
        reservations.remove(key);
        wake();
    }

    void serve(boolean served) {
        reservations.serve(served);
        wake();
    }

    /** The time of the reservation is over. */
    public void expire(String uid) {
        reservations.expire(uid);
        wake();
    }

    /**
     * Lets reservations hold room that has become free for them.
     *
     * @param most how many of one namespace may hold room at a time
     */
    public void accept(int most) {
        reservations.accept(most);
        wake();
    }

    /**
     * Lets these reservations hold room that has become free for them, however many of their namespaces do.
     *
     * @param uids of reservations
     */
    public void accept(Set<String> uids) {
        reservations.accept(uids);
        wake();
    }

    /** Lets no reservation hold room but those whose status says so. */
    public void follow() {
        reservations.follow();
        wake();
    }

    /** Wakes those that what has changed since the last time could help. */
    void wake() {
        ReservationChange change = reservations.drainChange();
        if (change.freed()) {
            queue.wake(ClusterEvent.POD_REMOVED);
        }
        if (!change.begun().isEmpty()) {
            queue.wake(ClusterEvent.RESERVATION_ADDED, change.isFor());
        }
    }
}
