package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.RemainingNamespaceQuota;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.state.protection.BackupReserveObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The reservations of a cluster's state, and the objects of that kind which only show what is kept. Each method is one
 * atomic step of the whole state.
 */
public final class ClusterReservations implements ReservationStateView {
    private final StateLock lock;
    private final ReservationTable table;
    private final PodDerivedState derived;
    private final Map<ReservationKey, BackupReserveObject> shown = new HashMap<>();
    private boolean served;

    ClusterReservations(StateLock lock, ReservationTable table, PodDerivedState derived) {
        this.lock = lock;
        this.table = table;
        this.derived = derived;
    }

    /** @param most how many of one namespace are kept; further ones are not kept, and their status says so */
    public void limitObjects(int most) {
        lock.run(() -> table.list().limitObjects(most));
    }

    /**
     * @param most of the cluster's allocatable CPU and memory that one namespace may reserve where no quota limits it,
     *     0..1
     */
    public void limitShare(double most) {
        lock.run(() -> table.budget().limitShare(most));
    }

    /**
     * @param priority of reservations for pods that are not known, such as those for a selector; pods of a higher one
     *     may end them
     */
    public void basePriority(int priority) {
        lock.run(() -> table.baseOn(priority));
    }

    public void putQuota(RemainingNamespaceQuota quota) {
        lock.run(() -> table.budget().quotas().put(quota));
    }

    public void removeQuota(String namespace, String name) {
        lock.run(() -> table.budget().quotas().remove(namespace, name));
    }

    /** Ends a reservation because that pod, of a higher priority, needs its capacity. Called between two decisions. */
    public void preempt(String uid, Pod by) {
        lock.run(() -> table.preempt(uid, by));
    }

    public void put(Reservation reservation) {
        put(reservation, false);
    }

    /** Takes in one that this service has made, unless it is known, however many its namespace has. */
    public void putOwn(Reservation reservation) {
        lock.run(() -> {
            if (!table.keeps(reservation.uid())) {
                put(reservation, true);
            }
        });
    }

    private void put(Reservation reservation, boolean anyway) {
        lock.run(() -> {
            shown.remove(reservation.key());
            table.put(reservation, anyway);
        });
    }

    /** Adds a visible reserve. It holds no capacity itself: the annotations of the protected pods count instead. */
    public void put(BackupReserveObject reserve) {
        lock.run(() -> {
            if (shown.put(reserve.key(), reserve) == null) {
                table.remove(reserve.key());
            }
        });
    }

    /** Removes a reservation or a visible reserve. */
    public void remove(ReservationKey key) {
        lock.run(() -> {
            if (shown.remove(key) == null) {
                table.remove(key);
            }
        });
    }

    /** Ends the reservation because its time is over. */
    public void expire(String uid) {
        lock.run(() -> table.expire(uid));
    }

    /**
     * Accepts waiting reservations that fit. Called between two decisions, when all pods are known.
     *
     * @param most how many of one namespace may hold capacity at a time
     */
    public void accept(int most) {
        lock.run(() -> table.accept(most, derived.nominated()));
    }

    /**
     * Accepts these reservations if they fit, however many of their namespaces are accepted.
     *
     * @param uids of reservations
     */
    public void accept(Set<String> uids) {
        lock.run(() -> table.accept(uids));
    }

    /** Keeps only reservations whose status says that they hold capacity. For replicas that do not decide. */
    public void follow() {
        lock.run(table::follow);
    }

    @Override
    public List<ReservationState> states() {
        return lock.get(() -> table.list().states());
    }

    @Override
    public Set<String> takeChanged() {
        return lock.get(() -> table.list().takeChanged());
    }

    @Override
    public @Nullable ReservationState find(String uid) {
        return lock.get(() -> table.list().find(uid));
    }

    /** Returns how often it was worked out whether a node has capacity for one, in all. */
    long checks() {
        return lock.get(table::checks);
    }

    /** The objects that show what nodes keep for failures of others, as they are in the cluster. */
    public List<BackupReserveObject> shown() {
        return lock.get(() -> List.copyOf(shown.values()));
    }

    /** @param now whether the API server has the kind; without it there are none */
    public void serve(boolean now) {
        lock.run(() -> {
            served = now;
            if (!served) {
                table.removeAll();
                shown.clear();
            }
        });
    }

    /** Returns whether the API server has the kind. */
    public boolean served() {
        return lock.get(() -> served);
    }
}
