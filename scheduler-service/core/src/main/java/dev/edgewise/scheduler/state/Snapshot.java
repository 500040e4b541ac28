package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.facts.ClusterFactValues;
import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.storage.ClaimKey;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.signals.energy.EnergyIndex;
import dev.edgewise.scheduler.signals.energy.NodeEnergyByPosition;
import dev.edgewise.scheduler.signals.reward.RewardRow;
import dev.edgewise.scheduler.signals.reward.RewardsByNode;
import dev.edgewise.scheduler.signals.rtt.NodeNumbers;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The cluster at one moment. Immutable: a decision reads nothing else, and any thread may keep one. */
public final class Snapshot {
    private final Instant takenAt;
    private final NodeState[] nodes;
    private final NodeDomainIndex topology;
    private final UntaintedNodes untainted;
    private final NodeFeatureCounts inventory;
    private final ClusterFactValues facts;

    Snapshot(
            Instant takenAt,
            NodeState[] nodes,
            NodeDomainIndex topology,
            UntaintedNodes untainted,
            NodeFeatureCounts inventory,
            ClusterFactValues facts) {
        this.takenAt = takenAt;
        this.nodes = nodes;
        this.topology = topology;
        this.untainted = untainted;
        this.inventory = inventory;
        this.facts = facts;
    }

    public Instant takenAt() {
        return takenAt;
    }

    /** All nodes, in an order that is stable from one snapshot to the next. */
    public List<NodeState> nodes() {
        return Collections.unmodifiableList(Arrays.asList(nodes));
    }

    /** The node at that place of {@link #nodes}. */
    public NodeState nodeAt(int position) {
        return nodes[position];
    }

    /** Returns the untainted nodes, and bounds of their free capacity. */
    public UntaintedNodes untaintedNodes() {
        return untainted;
    }

    /** Returns whether any node has some of that resource, which is neither CPU nor memory nor ephemeral storage. */
    public boolean isOffered(String resource) {
        return inventory.resources().containsKey(resource);
    }

    /** Returns how many nodes have the image of that name. */
    public int nodesWithImage(String name) {
        return inventory.images().getOrDefault(name, 0);
    }

    /**
     * All nodes, each zone in turn giving one: any run of them is a fair sample.
     *
     * @param start where to begin, 0 up to the number of nodes, exclusively
     */
    public NodeCursor nodesByZone(int start) {
        return new RotatedNodes(nodes, topology.zoneOrder(), start);
    }

    public @Nullable NodeState node(String name) {
        int position = positionOf(name);
        return position < 0 ? null : nodes[position];
    }

    /** The node of that name; one of which nothing is known if it is not there. */
    public NodeState nodeOrUnknown(String name) {
        NodeState known = node(name);
        return known == null ? NodeState.of(Node.absent(name)) : known;
    }

    /** Returns the position of the node among {@link #nodes}; -1 if it is not there. */
    public int positionOf(String name) {
        return topology.positionOf(name);
    }

    /**
     * Returns the position without making a text of the name.
     *
     * @param text holds the name from one byte up to another, as UTF-8
     * @param hash of the name, as {@link String#hashCode} has it
     */
    public int positionOf(byte[] text, int from, int to, int hash) {
        return topology.names().positionOf(text, from, to, hash);
    }

    /**
     * Returns the position of a node as it is or could be; without a search by name if it came from here or from a
     * snapshot with the same nodes.
     */
    public int positionOf(NodeState node) {
        int index = node.tableIndex();
        boolean isThere = index >= 0
                && index < nodes.length
                && (nodes[index] == node || nodes[index].name().equals(node.name()));
        return isThere ? index : positionOf(node.name());
    }

    /** Returns the topology that the labels of the nodes make up. */
    public NodeDomainIndex topology() {
        return topology;
    }

    /** Returns every group of identical pods that one of the terms matches, and maybe others; a node may be gone. */
    public Map<IdenticallyLabelledPods, ? extends Map<String, Integer>> groupsOf(List<AffinityTerm> terms) {
        return get(ScheduledPodIndex.FACT).groups().near(terms);
    }

    /**
     * Returns how many pods of the namespace that are not being deleted each selector matches, by the names of the
     * nodes that hold any; a node that is not there (any more) may be among them. The pods are gone through once for
     * all selectors.
     */
    public List<Map<String, Integer>> countsOf(String namespace, List<LabelSelector> selectors) {
        return get(ScheduledPodIndex.FACT).groups().matching(namespace, selectors, false);
    }

    /**
     * Visits the terms of placed pods that may match the pod, with the number of pods that have them on each node; a
     * node may be gone.
     */
    public void forTermsNear(Pod pod, BiConsumer<ScheduledAffinityTerm, Map<String, Integer>> visitor) {
        get(ScheduledPodIndex.FACT).terms().forTermsNear(pod, visitor);
    }

    /** Returns how often pods on the nodes mount the claim. */
    public int usesOf(ClaimKey claim) {
        return get(ClusterStorageObjects.FACT).usesOf(claim).entrySet().stream()
                .filter(byNode -> positionOf(byNode.getKey()) >= 0)
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    /**
     * Returns the CPU requests, in thousandths of a core, of pods of the namespace that belong to the node but are on
     * another.
     */
    public long milliCpuAwayFrom(String node, String namespace) {
        return get(ScheduledPodIndex.FACT).away().milliCpuOf(namespace, node);
    }

    /** The value of that fact, which the module of its key has given to the state. */
    public <T> T get(FactKey<T> key) {
        return facts.get(key);
    }

    /** Returns the numbers of the {@link #nodes} in the index of round-trip times, in their order. */
    public NodeNumbers nodeNumbers() {
        return topology.numbers(get(RttIndex.FACT));
    }

    /** Returns the energy of the {@link #nodes}, by their positions. */
    public NodeEnergyByPosition energy() {
        return topology.energy(get(EnergyIndex.FACT), takenAt);
    }

    /** Returns the rewards of the {@link #nodes} in a row, by their positions. */
    public RewardsByNode rewards(RewardRow row) {
        return topology.rewards(row);
    }

    /** Pods that a preemption nominated to that node. */
    public List<Pod> nominatedTo(String node) {
        return get(PodDerivedState.NOMINATED).getOrDefault(node, List.of());
    }

    public boolean hasNominations() {
        return !get(PodDerivedState.NOMINATED).isEmpty();
    }

    /** Returns this state at another moment: it has not changed, but signals have aged. */
    public Snapshot at(Instant moment) {
        return new Snapshot(moment, nodes, topology, untainted, inventory, facts);
    }

    /**
     * This snapshot with one more pod.
     *
     * @param assigned to its node
     * @param taken the room that it takes, or null
     */
    public Snapshot placing(Pod assigned, @Nullable HeldCapacity taken) {
        Pod bound = HeldCapacity.taken(assigned, taken);
        return changed(
                AssumedPods.nodeOf(assigned),
                node -> (taken == null ? node : node.without(taken.placeholder().key())).with(bound),
                withoutTaken(taken == null ? null : taken.reservation()).withPod(bound));
    }

    private ClusterFactValues withoutTaken(@Nullable Reservation taken) {
        return taken == null
                ? facts
                : facts.with(ReservationIndex.FACT, get(ReservationIndex.FACT).without(taken));
    }

    /** This snapshot with another value of that fact. */
    public <T> Snapshot with(FactKey<T> key, T value) {
        return new Snapshot(takenAt, nodes, topology, untainted, inventory, facts.with(key, value));
    }

    /** This snapshot with what is on that node changed, if the node is there. */
    Snapshot with(String node, UnaryOperator<NodeState> change) {
        return changed(node, change, facts);
    }

    private Snapshot changed(String node, UnaryOperator<NodeState> change, ClusterFactValues rest) {
        int position = positionOf(node);
        if (position < 0) {
            return new Snapshot(takenAt, nodes, topology, untainted, inventory, rest);
        }
        NodeState[] changed = nodes.clone();
        changed[position] = change.apply(nodes[position]);
        return new Snapshot(takenAt, changed, topology, untainted.with(position, changed[position]), inventory, rest);
    }

    /** This snapshot without the pod, as if it had never been bound. */
    public Snapshot without(PodKey pod, @Nullable String node) {
        NodeState state = node == null ? null : node(node);
        return state == null ? this : changed(state.name(), same -> same.without(pod), factsWithout(state, pod));
    }

    private ClusterFactValues factsWithout(NodeState node, PodKey pod) {
        for (Pod known : node.pods()) {
            if (known.key().equals(pod)) {
                return facts.withoutPod(known);
            }
        }
        return facts;
    }
}
