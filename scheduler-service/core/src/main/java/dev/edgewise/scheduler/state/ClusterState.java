package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.DisruptionBudget;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.SelectorKey;
import dev.edgewise.scheduler.model.devices.DeviceClaims;
import dev.edgewise.scheduler.model.storage.Storage;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import java.time.Clock;
import java.util.Collection;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * The present state of the cluster. Watches change it, the scheduling loop assumes pods in it, and everyone reads
 * snapshots. Each method is one atomic step; none blocks on anything but the others.
 */
public final class ClusterState {
    private final Clock clock;
    private final NodeTable nodes = new NodeTable();
    private final Placeholders placeholders = new Placeholders(nodes);
    private final PodDerivedState derived = new PodDerivedState(nodes);
    private final ReservationTable reservations;
    private final ProtectionTable protection;
    private final PodTable pods;
    private final ClusterReservations reservationSteps;
    private final ClusterProtection protectionSteps;
    private PMap<String, Map<String, String>> namespaces = HashTreePMap.empty();
    private PodSelectors selectors = PodSelectors.NONE;
    private BudgetIndex budgets = BudgetIndex.EMPTY;
    private DeviceClaims devices = DeviceClaims.NONE;
    private Signals signals = Signals.none();
    private @Nullable Snapshot latest;

    /**
     * The numbers of objects in the state.
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
        this.reservations = new ReservationTable(nodes, placeholders, silent);
        this.protection = new ProtectionTable(nodes, placeholders, rules);
        this.pods = new PodTable(derived, reservations, protection);
        this.reservationSteps = new ClusterReservations(this, reservations, derived);
        this.protectionSteps = new ClusterProtection(this, protection);
    }

    /** The reservations of the cluster. */
    public ClusterReservations reservations() {
        return reservationSteps;
    }

    /** Returns the reserves that nodes keep for the failures of others. */
    public ClusterProtection protection() {
        return protectionSteps;
    }

    /** Returns the effects of changed placeholders of all kinds on pods that wait, since the last call. */
    public synchronized CapacityChange drainRoom() {
        return new CapacityChange(placeholders.drainFreed(), reservations.drainBegun());
    }

    public synchronized void putNode(Node node) {
        Node before = nodes.find(node.name());
        nodes.put(node);
        if (before == null ? node.keepsPods() : before.keepsPods() != node.keepsPods()) {
            protection.homeChanged(node.name());
        }
        latest = null;
    }

    /** Removes the node. Pods that say they are on it are kept, in case it returns. */
    public synchronized void removeNode(String name) {
        nodes.remove(name);
        signals = signals.afterDeletion(name);
        latest = null;
    }

    /** Takes in a pod as the API server knows it now; a terminated one gives its capacity back. */
    public synchronized void putPod(Pod seen) {
        pods.put(seen);
        latest = null;
    }

    public synchronized void removePod(PodKey key) {
        pods.remove(key);
        latest = null;
    }

    /**
     * Reserves the pod's capacity before the API server has confirmed the binding.
     *
     * @param pod assigned to its node
     * @return false if the pod is gone, replaced, being deleted or has a node meanwhile; nothing changes then
     */
    public synchronized boolean assume(Pod pod) {
        boolean assumed = pods.assume(pod);
        latest = assumed ? null : latest;
        return assumed;
    }

    /**
     * Gives back what {@link #assume} took, unless the API server confirmed it meanwhile.
     *
     * @return whether it did: the pod is on the node that was assumed
     */
    public synchronized boolean forget(Pod pod) {
        latest = pods.forget(pod) ? null : latest;
        return pods.isOn(pod, pod.spec().nodeName());
    }

    /**
     * Nominates a node for a waiting pod before the API server shows it; or withdraws the nomination.
     *
     * @param node null for none
     */
    public synchronized void nominate(Pod pod, @Nullable String node) {
        latest = pods.nominate(pod, node) ? null : latest;
    }

    public synchronized void putDisruptionBudget(DisruptionBudget budget) {
        budgets = budgets.with(budget);
        latest = null;
    }

    public synchronized void removeDisruptionBudget(String namespace, String name) {
        budgets = budgets.without(namespace, name);
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
        boolean changed = derived.changeStorage(change);
        latest = changed ? null : latest;
        return changed;
    }

    /** Returns whether the change made a difference. */
    public synchronized boolean changeDevices(UnaryOperator<DeviceClaims> change) {
        DeviceClaims before = devices;
        devices = change.apply(before);
        latest = devices == before ? latest : null;
        return devices != before;
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
        return pods.find(key);
    }

    public synchronized boolean isAssumed(PodKey key) {
        return pods.isAssumed(key);
    }

    public synchronized Size size() {
        return new Size(nodes.size(), pods.size(), pods.assumed());
    }

    /** Every pod that has not terminated. */
    public synchronized Collection<Pod> pods() {
        return pods.all();
    }

    /** The state as it is now. Cheap when nothing changed, one array copy when something did. */
    public synchronized Snapshot snapshot() {
        Snapshot snapshot = latest;
        if (snapshot == null) {
            ClusterFacts facts = new ClusterFacts(
                    namespaces,
                    selectors,
                    derived.workloads(),
                    derived.storage(),
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

    /** The latest snapshot shows the cluster as it was. To be called in a step of this state. */
    void outdated() {
        latest = null;
    }
}
