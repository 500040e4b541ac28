package dev.edgewise.scheduler.cluster;

import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.protection.ShownReserve;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The reservations of a cluster's state, and the objects of that kind which only show what is kept. Each method is one atomic step of the whole state. */
public final class ClusterReservations {
    /** Its monitor guards all that is here. */
    private final ClusterState cluster;

    private final ReservationTable table;
    private final DerivedFromPods derived;
    private final Map<ReservationKey, ShownReserve> shown = new HashMap<>();
    private boolean served;

    ClusterReservations(ClusterState cluster, ReservationTable table, DerivedFromPods derived) {
        this.cluster = cluster;
        this.table = table;
        this.derived = derived;
    }

    public void put(Reservation reservation) {
        synchronized (cluster) {
            shown.remove(reservation.key());
            table.put(reservation);
            cluster.outdated();
        }
    }

    /** Holds no room: what it shows is counted by the pods that say so. */
    public void put(ShownReserve reserve) {
        synchronized (cluster) {
            if (shown.put(reserve.key(), reserve) == null) {
                table.remove(reserve.key());
                cluster.outdated();
            }
        }
    }

    /** Of either kind. */
    public void remove(ReservationKey key) {
        synchronized (cluster) {
            if (shown.remove(key) == null) {
                table.remove(key);
                cluster.outdated();
            }
        }
    }

    /** Ends the reservation as its time is over. */
    public void expire(String uid) {
        synchronized (cluster) {
            table.expire(uid);
            cluster.outdated();
        }
    }

    /**
     * Lets those reservations hold room that hold none yet, where there is enough. To be called between two decisions, where all pods are
     * known.
     *
     * @param most how many of one namespace may hold room at a time
     */
    public void accept(int most) {
        synchronized (cluster) {
            ReservationIndex before = table.index();
            table.accept(most, derived.nominated());
            outdatedIfOther(before);
        }
    }

    /**
     * Lets these reservations hold room that hold none yet, where there is enough, however many of their namespaces do.
     *
     * @param uids of reservations
     */
    public void accept(Set<String> uids) {
        synchronized (cluster) {
            ReservationIndex before = table.index();
            table.accept(uids);
            outdatedIfOther(before);
        }
    }

    /** Lets no reservation hold room but those whose status says so. For replicas that do not decide. */
    public void follow() {
        synchronized (cluster) {
            ReservationIndex before = table.index();
            table.follow();
            outdatedIfOther(before);
        }
    }

    /** What has become of each reservation. */
    public List<ReservationState> states() {
        synchronized (cluster) {
            return table.states();
        }
    }

    /** The objects that show what nodes keep for failures of others, as they are in the cluster. */
    public List<ShownReserve> shown() {
        synchronized (cluster) {
            return List.copyOf(shown.values());
        }
    }

    /** @param now whether the API server has the kind; without it there are none */
    public void serve(boolean now) {
        synchronized (cluster) {
            served = now;
            if (!served) {
                table.states().forEach(state -> remove(state.reservation().key()));
                shown.clear();
            }
        }
    }

    /** Whether the API server has the kind. */
    public boolean served() {
        synchronized (cluster) {
            return served;
        }
    }

    private void outdatedIfOther(ReservationIndex before) {
        if (table.index() != before) {
            cluster.outdated();
        }
    }
}
