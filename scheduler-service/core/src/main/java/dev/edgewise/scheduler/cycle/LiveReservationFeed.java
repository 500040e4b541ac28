package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.model.RemainingNamespaceQuota;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.state.ClusterReservations;
import dev.edgewise.scheduler.state.protection.BackupReserveObject;
import dev.edgewise.scheduler.state.reservations.ReservationFeed;

/** Changes the cluster's reservations, and wakes the pods that this could help. */
final class LiveReservationFeed implements ReservationFeed {
    private final ClusterReservations reservations;
    private final FreedCapacityPodWaker room;

    LiveReservationFeed(ClusterReservations reservations, FreedCapacityPodWaker room) {
        this.reservations = reservations;
        this.room = room;
    }

    @Override
    public void put(Reservation reservation) {
        reservations.put(reservation);
        room.wake();
    }

    @Override
    public void put(BackupReserveObject reserve) {
        reservations.put(reserve);
        room.wake();
    }

    @Override
    public void remove(ReservationKey key) {
        reservations.remove(key);
        room.wake();
    }

    @Override
    public void serve(boolean served) {
        reservations.serve(served);
        room.wake();
    }

    @Override
    public void putQuota(RemainingNamespaceQuota quota) {
        reservations.putQuota(quota);
    }

    @Override
    public void removeQuota(String namespace, String name) {
        reservations.removeQuota(namespace, name);
    }
}
