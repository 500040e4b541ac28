package dev.edgewise.scheduler.cluster;

import dev.edgewise.scheduler.devices.Devices;
import dev.edgewise.scheduler.model.DisruptionBudget;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.SelectorKey;
import dev.edgewise.scheduler.protection.Balloon;
import dev.edgewise.scheduler.protection.Covers;
import dev.edgewise.scheduler.protection.Demand;
import dev.edgewise.scheduler.protection.ProtectedPod;
import dev.edgewise.scheduler.protection.ProtectionRules;
import dev.edgewise.scheduler.protection.ShownReserve;
import dev.edgewise.scheduler.storage.Storage;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * What is known of the cluster now. Watches change it, the scheduling loop assumes pods in it, and everyone reads
 * snapshots. Each method is one atomic step; none blocks on anything but the others.
 */
public final class ClusterState {
    private final Clock clock;
    private final NodeTable nodes = new NodeTable();
    private final DerivedFromPods derived = new DerivedFromPods(nodes);
    private final Map<PodKey, Pod> pods = new HashMap<>();
    private final Assumptions assumed = new Assumptions();
    private final ReservationTable reservations;
    private final ProtectionTable protection;
    private final Map<ReservationKey, ShownReserve> shownReserves = new HashMap<>();
    private boolean reservationsServed;
    private PMap<String, Map<String, String>> namespaces = HashTreePMap.empty();
    private PodSelectors selectors = PodSelectors.NONE;
    private final PendingNominations pendingNominations = new PendingNominations();
    private PMap<String, DisruptionBudget> budgets = HashTreePMap.empty();
    private Storage storage = Storage.EMPTY;
    private Devices devices = Devices.NONE;
    private Signals signals = Signals.none();
    private @Nullable Snapshot latest;

    /**
     * How much the state holds.
     *
     * @param assumed those of the pods whose binding is not confirmed yet
     */
    public record Size(int nodes, int pods, int assumed) {}

    public ClusterState(Clock clock) {
        this(clock, schedulerName -> false, ProtectionRules.NONE);
    }

    /**
     * @param silent whether the scheduler of that name binds pods without a word about the reservations that they take
     * @param rules which pods are protected
     */
    public ClusterState(Clock clock, Predicate<String> silent, ProtectionRules rules) {
        this.clock = clock;
        this.reservations = new ReservationTable(nodes, silent);
        this.protection = new ProtectionTable(nodes, rules);
    }

    public synchronized void putNode(Node node) {
        nodes.put(node);
        latest = null;
    }

    /** Removes the node. Pods that say they are on it are kept, in case it returns. */
    public synchronized void removeNode(String name) {
        nodes.remove(name);
        signals = signals.afterDeletion(name);
        latest = null;
    }

    /** Takes in a pod as the API server knows it now; a terminated one gives its room back. */
    public synchronized void putPod(Pod seen) {
        Pod pod = assumed.settle(pendingNominations.keptBy(seen));
        replace(pods.get(pod.key()), pod.status().phase().isTerminal() ? null : pod);
    }

    public synchronized void removePod(PodKey key) {
        assumed.remove(key);
        pendingNominations.forget(key);
        replace(pods.get(key), null);
    }

    /**
     * Reserves the pod's room before the API server has confirmed the binding.
     *
     * @param pod assigned to its node
     * @return false if the pod is gone, replaced, being deleted or has a node meanwhile; nothing changes then
     */
    public synchronized boolean assume(Pod pod) {
        Assumptions.nodeOf(pod);
        Pod known = pods.get(pod.key());
        if (known == null
                || !known.isSameAs(pod)
                || known.terminating()
                || known.spec().nodeName() != null) {
            return false;
        }
        assumed.add(pod);
        replace(known, pod);
        protection.assign(pod, pod.backupNode());
        return true;
    }

    /** Gives back what {@link #assume} took, unless the API server confirmed it meanwhile. */
    public synchronized void forget(Pod pod) {
        Pod assumption = assumed.of(pod.key());
        if (assumption == null || !assumption.isSameAs(pod)) {
            return;
        }
        assumed.remove(pod.key());
        Pod known = pods.getOrDefault(pod.key(), assumption);
        replace(known, known.unassigned());
    }

    /**
     * Nominates a node for a waiting pod before the API server shows it; or withdraws the nomination.
     *
     * @param node null for none
     */
    public synchronized void nominate(Pod pod, @Nullable String node) {
        Pod known = pods.get(pod.key());
        if (known != null && known.isSameAs(pod) && known.spec().nodeName() == null) {
            pendingNominations.set(pod, node);
            replace(known, known.nominatedTo(node));
        }
    }

    public synchronized void putReservation(Reservation reservation) {
        shownReserves.remove(reservation.key());
        reservations.put(reservation);
        latest = null;
    }

    /** Holds no room: what it shows is counted by the pods that say so. */
    public synchronized void putShownReserve(ShownReserve reserve) {
        if (shownReserves.put(reserve.key(), reserve) == null) {
            reservations.remove(reserve.key());
            latest = null;
        }
    }

    /** The objects that show what nodes keep for failures of others, as they are in the cluster. */
    public synchronized List<ShownReserve> shownReserves() {
        return List.copyOf(shownReserves.values());
    }

    /** Of either kind. */
    public synchronized void removeReservation(ReservationKey key) {
        if (shownReserves.remove(key) == null) {
            reservations.remove(key);
            latest = null;
        }
    }

    /** Ends the reservation as its time is over. */
    public synchronized void expireReservation(String uid) {
        reservations.expire(uid);
        latest = null;
    }

    /**
     * Lets those reservations hold room that hold none yet, where there is enough. To be called between two decisions, where all pods are
     * known.
     *
     * @param most how many of one namespace may hold room at a time
     */
    public synchronized void acceptReservations(int most) {
        reservations.accept(most, derived.nominated());
        latest = reservations.isUnchanged() ? latest : null;
    }

    /**
     * Lets these reservations hold room that hold none yet, where there is enough, however many of their namespaces do.
     *
     * @param uids of reservations
     */
    public synchronized void acceptReservations(Set<String> uids) {
        reservations.accept(uids);
        latest = reservations.isUnchanged() ? latest : null;
    }

    /** Lets no reservation hold room but those whose status says so. For replicas that do not decide. */
    public synchronized void followReservations() {
        reservations.follow();
        latest = reservations.isUnchanged() ? latest : null;
    }

    /** What reservations have changed since this was last asked. */
    public synchronized ReservationChange drainReservationChange() {
        return reservations.drainChange();
    }

    /** What has become of each reservation. */
    public synchronized List<ReservationState> reservations() {
        return reservations.states();
    }

    /** @param served whether the API server has the kind; without it there are none */
    public synchronized void serveReservations(boolean served) {
        reservationsServed = served;
        if (!served) {
            reservations
                    .states()
                    .forEach(state -> removeReservation(state.reservation().key()));
            shownReserves.clear();
        }
    }

    public synchronized boolean reservationsServed() {
        return reservationsServed;
    }

    /**
     * From now on that node keeps room for the bound pod, whatever its annotation says.
     *
     * @param backup null for none
     */
    public synchronized void protect(Pod pod, @Nullable String backup) {
        Pod known = pods.get(pod.key());
        if (known != null && known.isSameAs(pod)) {
            Covers before = protection.covers();
            protection.assign(known, backup);
            latest = protection.covers() == before ? latest : null;
        }
    }

    /** The bound pods that are to be protected, with the nodes that keep room for them. */
    public synchronized List<ProtectedPod> protectedPods() {
        return protection.pods();
    }

    /** One of them; null if it is none. */
    public synchronized @Nullable ProtectedPod protectedPod(PodKey key) {
        return protection.find(key);
    }

    /** The nodes that bound pods are on which are to be protected. */
    public synchronized Set<String> protectedHomes() {
        return protection.homes();
    }

    /** Lets pods say by their annotations which nodes keep room for them. For replicas that do not decide. */
    public synchronized void followProtection() {
        Covers before = protection.covers();
        boolean released = !protection.releasedBalloons().isEmpty();
        protection.follow();
        latest = protection.covers() == before && !released ? latest : null;
    }

    /** Takes in a pod of ours that holds room which its node keeps, or is about to. */
    public synchronized void putBalloon(Balloon balloon) {
        protection.put(balloon);
        latest = null;
    }

    /** Returns whether there was one that held room. */
    public synchronized boolean removeBalloon(PodKey key) {
        boolean held = protection.removeBalloon(key);
        latest = held ? null : latest;
        return held;
    }

    /**
     * From now on no balloon of the node holds more than that keeps, but for what is left when pods have restarted on that room.
     *
     * @param restarting what reservations need there for what restarts
     */
    public synchronized void releaseBalloons(String node, Demand restarting) {
        protection.releaseBalloons(node, restarting);
        latest = null;
    }

    /** The pods of ours that hold room which their nodes keep. */
    public synchronized List<Balloon> balloons() {
        return protection.balloons();
    }

    /** Those that were released, and are not deleted yet. */
    public synchronized List<Balloon> releasedBalloons() {
        return protection.releasedBalloons();
    }

    public synchronized void putDisruptionBudget(DisruptionBudget budget) {
        budgets = budgets.plus(budget.namespace() + "/" + budget.name(), budget);
        latest = null;
    }

    public synchronized void removeDisruptionBudget(String namespace, String name) {
        budgets = budgets.minus(namespace + "/" + name);
        latest = null;
    }

    /** @param selector of a Service or ReplicationController: labels and their values */
    public synchronized void putSelector(SelectorKey key, LabelSelector selector) {
        selectors = selectors.with(key, selector);
        latest = null;
    }

    public synchronized void removeSelector(SelectorKey key) {
        selectors = selectors.without(key);
        latest = null;
    }

    public synchronized void putNamespace(String name, Map<String, String> labels) {
        namespaces = namespaces.plus(name, Map.copyOf(labels));
        latest = null;
    }

    public synchronized void removeNamespace(String name) {
        namespaces = namespaces.minus(name);
        latest = null;
    }

    /** Returns whether the change made a difference. */
    public synchronized boolean changeStorage(UnaryOperator<Storage> change) {
        Storage before = storage;
        storage = change.apply(storage);
        if (storage == before) {
            return false;
        }
        latest = null;
        return true;
    }

    /** Returns whether the change made a difference. */
    public synchronized boolean changeDevices(UnaryOperator<Devices> change) {
        Devices before = devices;
        devices = change.apply(devices);
        if (devices == before) {
            return false;
        }
        latest = null;
        return true;
    }

    public synchronized Signals.Change changeSignals(UnaryOperator<Signals> change) {
        Signals before = signals;
        signals = change.apply(before);
        latest = null;
        return new Signals.Change(before, signals);
    }

    /** The node as the state knows it, or null. */
    public synchronized @Nullable Node node(String name) {
        return nodes.find(name);
    }

    /** The pod as the state knows it, assumed or confirmed, or null. */
    public synchronized @Nullable Pod pod(PodKey key) {
        return pods.get(key);
    }

    public synchronized boolean isAssumed(PodKey key) {
        return assumed.holds(key);
    }

    public synchronized Size size() {
        return new Size(nodes.size(), pods.size(), assumed.size());
    }

    /** Every pod that has not terminated. */
    public synchronized Collection<Pod> pods() {
        return new ArrayList<>(pods.values());
    }

    /** The state as it is now. Cheap when nothing changed, one array copy when something did. */
    public synchronized Snapshot snapshot() {
        Snapshot snapshot = latest;
        if (snapshot == null) {
            Snapshot.Facts facts = new Snapshot.Facts(
                    namespaces,
                    selectors,
                    derived.workloads(),
                    storage,
                    devices,
                    signals,
                    derived.nominated(),
                    budgets,
                    derived.placed(),
                    reservations.index(),
                    protection.covers(),
                    protection.heldByBalloons());
            snapshot = nodes.snapshot(clock.instant(), facts);
            latest = snapshot;
        }
        return snapshot;
    }

    private void replace(@Nullable Pod before, @Nullable Pod after) {
        latest = null;
        if (before != null) {
            pods.remove(before.key());
        }
        if (after != null) {
            pods.put(after.key(), after);
        }
        derived.replace(before, after);
        reservations.changed(before, after, after != null && assumed.holds(after.key()));
        protection.changed(before, after);
    }
}
