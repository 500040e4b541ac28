package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.facts.ClusterFactValues;
import dev.edgewise.scheduler.facts.FactChange;
import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.signals.energy.EnergyIndex;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The state of the cluster now: nodes, pods, and facts of any kind. Watches change it, the scheduling loop assumes pods
 * in it, and all read snapshots. Each method is one atomic step under the {@link StateLock}; none blocks on anything
 * but the others.
 */
public final class ClusterState {
    private final StateLock lock = new StateLock();
    private final Clock clock;
    private final NodeTable nodes = new NodeTable();
    private final CurrentClusterFacts facts = new CurrentClusterFacts();
    private final CapacityPlaceholders placeholders = new CapacityPlaceholders(nodes, facts);
    private final List<StateExtension> tables = new ArrayList<>();
    private final ReservationTable reservations;
    private final ProtectionTable protection;
    private final PodTable pods;
    private final ClusterReservations reservationSteps;
    private final ClusterFailureReserves protectionSteps;
    private @Nullable Latest latest;

    /**
     * The numbers of objects in the state.
     *
     * @param assumed the pods whose binding is not confirmed yet
     */
    public record Size(int nodes, int pods, int assumed) {}

    /** The latest snapshot, with what it was taken of: while that is the same, so is the cluster. */
    private record Latest(Snapshot snapshot, long nodeChanges, ClusterFactValues facts) {}

    public ClusterState(Clock clock) {
        this(clock, schedulerName -> false, ProtectionRules.NONE);
    }

    /**
     * @param silent whether the scheduler of that name binds pods without a word about the reservations that they take
     * @param rules which pods are protected
     */
    public ClusterState(Clock clock, Predicate<String> silent, ProtectionRules rules) {
        this.clock = clock;
        // Its caches are those of one cluster.
        facts.set(RttIndex.FACT, RttIndex.empty());
        List.of(
                        ScheduledPodIndex.FACT,
                        DeclaredCallTimes.FACT,
                        ClusterStorageObjects.FACT,
                        RttIndex.FACT,
                        EnergyIndex.FACT)
                .forEach(facts::follow);
        PodDerivedState derived = new PodDerivedState(nodes, facts);
        this.reservations = new ReservationTable(nodes, placeholders, facts, silent);
        this.protection = new ProtectionTable(nodes, placeholders, facts, rules);
        tables.add(reservations);
        tables.add(protection);
        this.pods = new PodTable(derived, tables);
        this.reservationSteps = new ClusterReservations(lock, reservations, derived);
        this.protectionSteps = new ClusterFailureReserves(lock, pods, protection);
    }

    /** Lets the fact follow nodes and pods by the rule of its key, those that are known already included. */
    public void register(FactKey<?> key) {
        lock.run(() -> {
            if (facts.follow(key)) {
                pods.all().stream().filter(pod -> pod.spec().nodeName() != null).forEach(pod -> facts.count(key, pod));
            }
        });
    }

    /**
     * Registers a table of a module. It hears of all that is known already, and then of each change.
     *
     * @param table makes the table
     */
    public <T extends StateExtension> T register(Function<StateExtensionContext, T> table) {
        return lock.get(() -> {
            T made = table.apply(new StateExtensionContext(nodes, facts, placeholders));
            nodes.all().forEach(node -> made.nodeChanged(null, node));
            pods.all().forEach(pod -> made.podChanged(null, pod, pods.isAssumed(pod.key())));
            facts.all().forEach(made::factChanged);
            tables.add(made);
            return made;
        });
    }

    /** Runs a step of a module's table under the lock of the state. */
    public void step(Runnable step) {
        lock.run(step);
    }

    /** The reservations of the cluster. */
    public ClusterReservations reservations() {
        return reservationSteps;
    }

    /** Returns the reserves that nodes keep for the failures of others. */
    public ClusterFailureReserves protection() {
        return protectionSteps;
    }

    /** Returns the effects of changed placeholders of all kinds on pods that wait, since the last call. */
    public CapacityChange drainCapacityChange() {
        return lock.get(() -> new CapacityChange(placeholders.drainCapacityFreed(), reservations.drainActivated()));
    }

    public void putNode(Node node) {
        lock.run(() -> {
            Node before = nodes.find(node.name());
            nodes.put(node);
            tables.forEach(table -> table.nodeChanged(before, node));
        });
    }

    /** Removes the node. Pods that say they are on it are kept, in case it returns. */
    public void removeNode(String name) {
        lock.run(() -> {
            Node before = nodes.find(name);
            nodes.remove(name);
            facts.removeNode(name);
            tables.forEach(table -> table.nodeChanged(before, null));
        });
    }

    /** Takes in a pod as the API server knows it now; a terminated one gives its capacity back. */
    public void putPod(Pod seen) {
        lock.run(() -> pods.put(seen));
    }

    public void removePod(PodKey key) {
        lock.run(() -> pods.remove(key));
    }

    /**
     * Reserves the pod's capacity before the API server has confirmed the binding.
     *
     * @param pod assigned to its node
     * @return false if the pod is gone, replaced, being deleted or has a node meanwhile; nothing changes then
     */
    public boolean assume(Pod pod) {
        return lock.get(() -> {
            Pod assumed = pods.assume(pod);
            if (assumed != null) {
                protection.assign(assumed, assumed.backupNode());
            }
            return assumed != null;
        });
    }

    /**
     * Gives back what {@link #assume} took, unless the API server confirmed it meanwhile.
     *
     * @return whether it did: the pod is on the node that was assumed
     */
    public boolean forget(Pod pod) {
        return lock.get(() -> {
            pods.forget(pod);
            return pods.isOn(pod, pod.spec().nodeName());
        });
    }

    /**
     * Nominates a node for a waiting pod before the API server shows it; or withdraws the nomination.
     *
     * @param node null for none
     */
    public void nominate(Pod pod, @Nullable String node) {
        lock.run(() -> pods.nominate(pod, node));
    }

    /**
     * Changes a fact, and tells the tables. Returns its values before and after; they are the same object where nothing
     * changed.
     */
    public <T> FactChange<T> change(FactKey<T> key, UnaryOperator<T> change) {
        return lock.get(() -> {
            FactChange<T> made = facts.change(key, change);
            if (made.isOther()) {
                tables.forEach(table -> table.factChanged(made));
            }
            return made;
        });
    }

    /** The node as the state knows it, or null. */
    public @Nullable Node node(String name) {
        return lock.get(() -> nodes.find(name));
    }

    /** The pod as the state knows it, assumed or confirmed, or null. */
    public @Nullable Pod pod(PodKey key) {
        return lock.get(() -> pods.find(key));
    }

    public boolean isAssumed(PodKey key) {
        return lock.get(() -> pods.isAssumed(key));
    }

    public Size size() {
        return lock.get(() -> new Size(nodes.size(), pods.size(), pods.assumed()));
    }

    /** Every pod that has not terminated. */
    public Collection<Pod> pods() {
        return lock.get(pods::all);
    }

    /** The state as it is now. Cheap when nothing changed, one array copy when something did. */
    public Snapshot snapshot() {
        return lock.get(() -> {
            Latest known = latest;
            if (known == null || known.nodeChanges() != nodes.changes() || known.facts() != facts.current()) {
                Snapshot snapshot = nodes.snapshot(clock.instant(), facts.current());
                known = new Latest(snapshot, nodes.changes(), facts.current());
                latest = known;
            }
            return known.snapshot();
        });
    }
}
