package dev.edgewise.scheduler.state.reservations;

import dev.edgewise.scheduler.model.RemainingNamespaceQuota;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.state.protection.BackupReserveObject;

/** The feed to which watches deliver reservations, and what limits them. Calls for one object come in order. */
public interface ReservationFeed {
    void put(Reservation reservation);

    /** Takes in an object of our own that says what a node keeps, and holds nothing. */
    void put(BackupReserveObject reserve);

    /** Removes the object of either kind. */
    void remove(ReservationKey key);

    /** @param served whether the API server has reservations */
    void serve(boolean served);

    /** Takes in what a ResourceQuota leaves to its namespace. */
    void putQuota(RemainingNamespaceQuota quota);

    void removeQuota(String namespace, String name);
}
