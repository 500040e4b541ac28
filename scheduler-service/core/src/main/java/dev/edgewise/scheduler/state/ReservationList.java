package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The reservations by name, uid and namespace, and the changes among them. Not thread-safe. */
final class ReservationList {
    private final NodeTable nodes;
    private final Map<ReservationKey, ReservationEntry> byKey = new HashMap<>();
    private final Map<String, ReservationEntry> byUid = new HashMap<>();
    private final Map<String, NamespaceReservations> byNamespace = new HashMap<>();
    private final OverLimitReservations overLimit = new OverLimitReservations();
    private int mostObjects = Integer.MAX_VALUE;
    private Set<String> changed = new LinkedHashSet<>();
    private @Nullable List<ReservationState> listed;
    private Object knownNodes;

    ReservationList(NodeTable nodes) {
        this.nodes = nodes;
        this.knownNodes = nodes.generation();
    }

    /** @param most how many of one namespace are kept; of more nothing is */
    void limitObjects(int most) {
        mostObjects = most;
    }

    Collection<ReservationEntry> all() {
        return byKey.values();
    }

    Collection<NamespaceReservations> namespaces() {
        return byNamespace.values();
    }

    NamespaceReservations namespace(ReservationKey key) {
        return byNamespace.computeIfAbsent(key.namespace(), name -> new NamespaceReservations());
    }

    @Nullable
    ReservationEntry of(ReservationKey key) {
        return byKey.get(key);
    }

    @Nullable
    ReservationEntry ofUid(String uid) {
        return byUid.get(uid);
    }

    /**
     * Takes in a new one.
     *
     * @param anyway whether it is kept however many its namespace has
     * @return null if its namespace has too many: nothing is kept of it
     */
    @Nullable
    ReservationEntry add(Reservation reservation, boolean anyway) {
        ReservationKey key = reservation.key();
        forgetOverLimit(key);
        if (!anyway && isTooMany(reservation)) {
            overLimit.put(reservation, ReservationEntry.notKept(key.namespace(), mostObjects));
            changed.add(reservation.uid());
            return null;
        }
        ReservationEntry standing = new ReservationEntry(reservation);
        byKey.put(key, standing);
        byUid.put(reservation.uid(), standing);
        namespace(key).add(standing);
        return standing;
    }

    /**
     * Tells whether its namespace has too many; a reservation that holds capacity, or has ended and is yet to be
     * deleted, is always kept.
     */
    private boolean isTooMany(Reservation reservation) {
        NamespaceReservations namespace = byNamespace.get(reservation.key().namespace());
        Phase phase = reservation.status().phase();
        return namespace != null
                && namespace.objects() >= mostObjects
                && (phase == Phase.NEW || phase == Phase.UNSCHEDULABLE);
    }

    void remove(ReservationKey key) {
        forgetOverLimit(key);
        ReservationEntry standing = byKey.remove(key);
        if (standing != null) {
            byUid.remove(standing.reservation.uid());
            NamespaceReservations namespace = namespace(key);
            namespace.remove(standing);
            if (namespace.objects() == 0) {
                byNamespace.remove(key.namespace());
            }
        }
    }

    private void forgetOverLimit(ReservationKey key) {
        String uid = overLimit.remove(key);
        if (uid != null) {
            changed.add(uid);
        }
    }

    void forgetOverLimit() {
        overLimit.clear();
    }

    /** Notes that the entry has changed. */
    void note(ReservationEntry standing) {
        namespace(standing.reservation.key()).sort(standing);
        changed.add(standing.reservation.uid());
        listed = null;
    }

    /**
     * Notes the reservations that hold capacity once a node has come or gone, as their states include whether the node
     * exists.
     */
    void noteNodes() {
        if (knownNodes != nodes.generation()) {
            knownNodes = nodes.generation();
            for (NamespaceReservations namespace : byNamespace.values()) {
                new ArrayList<>(namespace.holding).forEach(this::note);
            }
        }
    }

    /** Returns all states; the same list until something changes. */
    List<ReservationState> states() {
        noteNodes();
        List<ReservationState> states = listed;
        if (states == null) {
            states = byKey.values().stream().map(this::state).toList();
            listed = states;
        }
        return states;
    }

    /** Returns the state of a reservation, also of one over the limit; null if it is gone. */
    @Nullable
    ReservationState find(String uid) {
        ReservationEntry standing = byUid.get(uid);
        return standing == null ? overLimit.find(uid) : state(standing);
    }

    private ReservationState state(ReservationEntry standing) {
        return standing.state(!standing.accepted || nodes.state(standing.reservation.node()) != null);
    }

    /** Returns the uids of the reservations that have changed, come or gone since the last call. */
    Set<String> takeChanged() {
        if (changed.isEmpty()) {
            return Set.of();
        }
        Set<String> taken = changed;
        changed = new LinkedHashSet<>();
        return taken;
    }
}
