package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationPodMatcher;
import dev.edgewise.scheduler.model.Resources;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;
import org.pcollections.PSet;
import org.pcollections.TreePSet;

/**
 * The reservations that hold capacity, by the pods that may take them: those of a controller by its uid, the others by
 * namespace and selector, so that a thousand for one workload cost as much as one. Immutable.
 */
public final class ReservationIndex {
    /** Maximum number of reservations that are tried for one pod; more would hardly help. */
    static final int MOST = 10;

    static final ReservationIndex EMPTY = new ReservationIndex(HashTreePMap.empty(), HashTreePMap.empty());

    public static final FactKey<ReservationIndex> FACT = FactKey.of("reservations", EMPTY);

    private final PMap<Owned, PSet<Reservation>> byOwner;
    private final PMap<String, PMap<LabelSelector, PSet<Reservation>>> bySelector;

    private record Owned(String namespace, String controllerUid) {}

    private record Kept(String node, Resources requests) {}

    private ReservationIndex(
            PMap<Owned, PSet<Reservation>> byOwner, PMap<String, PMap<LabelSelector, PSet<Reservation>>> bySelector) {
        this.byOwner = byOwner;
        this.bySelector = bySelector;
    }

    ReservationIndex with(Reservation reservation) {
        if (reservation.user() instanceof ReservationPodMatcher.Owner owner) {
            return new ReservationIndex(plus(byOwner, owned(reservation, owner), reservation), bySelector);
        }
        String namespace = reservation.key().namespace();
        PMap<LabelSelector, PSet<Reservation>> own = plus(selectors(namespace), selector(reservation), reservation);
        return new ReservationIndex(byOwner, bySelector.plus(namespace, own));
    }

    ReservationIndex without(Reservation reservation) {
        if (reservation.user() instanceof ReservationPodMatcher.Owner owner) {
            return new ReservationIndex(minus(byOwner, owned(reservation, owner), reservation), bySelector);
        }
        String namespace = reservation.key().namespace();
        PMap<LabelSelector, PSet<Reservation>> own = minus(selectors(namespace), selector(reservation), reservation);
        return new ReservationIndex(
                byOwner, own.isEmpty() ? bySelector.minus(namespace) : bySelector.plus(namespace, own));
    }

    /** Returns the reservations for the pods of that controller. */
    Collection<Reservation> ofController(String namespace, String uid) {
        PSet<Reservation> own = byOwner.get(new Owned(namespace, uid));
        return own == null ? List.of() : own;
    }

    public boolean isEmpty() {
        return byOwner.isEmpty() && bySelector.isEmpty();
    }

    /** The reservations that the pod may take, oldest first; the first {@value #MOST} at most. */
    public List<Reservation> of(Pod pod) {
        return of(pod, MOST);
    }

    /**
     * The reservations that the pod may take; of those that keep the same on one node the oldest, as where it cannot be
     * taken none can.
     *
     * @param most how many at most
     * @return oldest first
     */
    List<Reservation> of(Pod pod, int most) {
        if (isEmpty()) {
            return List.of();
        }
        List<Reservation> found = new ArrayList<>();
        addOldest(byOwner.get(new Owned(pod.namespace(), pod.controllerUid())), most, found);
        for (Map.Entry<LabelSelector, PSet<Reservation>> entry :
                selectors(pod.namespace()).entrySet()) {
            if (entry.getKey().matches(pod.labels())) {
                addOldest(entry.getValue(), most, found);
            }
        }
        found.sort(Reservation.OLDEST_FIRST);
        return found.size() <= most ? found : found.subList(0, most);
    }

    /** The first of them in each set are enough to find the first of all. */
    private static void addOldest(@Nullable PSet<Reservation> set, int most, List<Reservation> found) {
        if (set != null) {
            Set<Kept> kept = new HashSet<>();
            set.stream()
                    .filter(one -> kept.add(new Kept(one.node(), one.requests())))
                    .limit(most)
                    .forEach(found::add);
        }
    }

    private PMap<LabelSelector, PSet<Reservation>> selectors(String namespace) {
        return bySelector.getOrDefault(namespace, HashTreePMap.empty());
    }

    private static Owned owned(Reservation reservation, ReservationPodMatcher.Owner owner) {
        return new Owned(reservation.key().namespace(), owner.uid());
    }

    private static LabelSelector selector(Reservation reservation) {
        return ((ReservationPodMatcher.Selected) reservation.user()).selector();
    }

    private static <K> PMap<K, PSet<Reservation>> plus(PMap<K, PSet<Reservation>> sets, K key, Reservation one) {
        PSet<Reservation> set = sets.get(key);
        return sets.plus(key, (set == null ? TreePSet.<Reservation>empty(Reservation.OLDEST_FIRST) : set).plus(one));
    }

    private static <K> PMap<K, PSet<Reservation>> minus(PMap<K, PSet<Reservation>> sets, K key, Reservation one) {
        PSet<Reservation> set = sets.get(key);
        PSet<Reservation> rest = set == null ? null : set.minus(one);
        return rest == null || rest.isEmpty() ? sets.minus(key) : sets.plus(key, rest);
    }
}
