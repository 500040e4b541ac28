package dev.edgewise.scheduler.cluster;

import dev.edgewise.scheduler.devices.Devices;
import dev.edgewise.scheduler.energy.EnergyTable;
import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.DisruptionBudget;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.protection.Covers;
import dev.edgewise.scheduler.protection.Demand;
import dev.edgewise.scheduler.rtt.NodeNumbers;
import dev.edgewise.scheduler.storage.ClaimKey;
import dev.edgewise.scheduler.storage.Storage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.pcollections.PMap;

/** The cluster at one moment. Immutable: a decision reads nothing else, and any thread may keep one. */
public final class Snapshot {
    /** More are hardly of use to one pod, and each is tried. */
    private static final int MOST_RESERVATIONS = 10;

    private final Instant takenAt;
    private final NodeState[] nodes;
    private final Map<String, Integer> positions;
    private final Topology topology;
    private final Facts facts;

    /**
     * What the cluster has besides nodes.
     *
     * @param namespaces labels of each namespace
     * @param selectors which pods are replicas of one another
     * @param nominated pods that wait for room a preemption cleared on a node, by node
     * @param budgets how many pods may be disrupted, by namespace and name
     * @param reservations those that hold room
     * @param covers which nodes keep room for others' failures
     */
    record Facts(
            PMap<String, Map<String, String>> namespaces,
            PodSelectors selectors,
            Workloads workloads,
            Storage storage,
            Devices devices,
            Signals signals,
            PMap<String, List<Pod>> nominated,
            PMap<String, DisruptionBudget> budgets,
            PlacedPods placed,
            ReservationIndex reservations,
            Covers covers,
            PMap<String, Demand> heldByBalloons) {
        Facts with(PlacedPods changed) {
            return with(changed, reservations);
        }

        Facts with(PlacedPods changed, ReservationIndex kept) {
            return new Facts(
                    namespaces,
                    selectors,
                    workloads,
                    storage,
                    devices,
                    signals,
                    nominated,
                    budgets,
                    changed,
                    kept,
                    covers,
                    heldByBalloons);
        }
    }

    Snapshot(Instant takenAt, NodeState[] nodes, Map<String, Integer> positions, Topology topology, Facts facts) {
        this.takenAt = takenAt;
        this.nodes = nodes;
        this.positions = positions;
        this.topology = topology;
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

    /**
     * All nodes, each zone in turn giving one: any run of them is a fair sample.
     *
     * @param start where to begin, 0 up to the number of nodes, exclusively; a search must not always favour the same nodes
     */
    public NodeCursor nodesByZone(int start) {
        return new NodesInTurn(nodes, topology.turns(), start);
    }

    public @Nullable NodeState node(String name) {
        Integer position = positions.get(name);
        return position == null ? null : nodes[position];
    }

    /** Where the node is among {@link #nodes}; -1 if it is not there. */
    public int positionOf(String name) {
        return positions.getOrDefault(name, -1);
    }

    /** The values that a node label has. */
    public Set<String> domains(String topologyKey) {
        return topology.domains(topologyKey);
    }

    /** Whether every node has the label. */
    public boolean isComplete(String topologyKey) {
        return topology.isComplete(topologyKey);
    }

    /** Whether any node has the label. */
    public boolean isTopologyKey(String label) {
        return topology.isKey(label);
    }

    /** Every group of alike pods that one of the terms speaks of, and maybe others; a node may be gone. */
    public Map<PodGroup, ? extends Map<String, Integer>> groupsOf(List<AffinityTerm> terms) {
        return facts.placed().groups().near(terms);
    }

    /**
     * How many pods of the namespace the selector matches that are not being deleted, by the names of the nodes that hold
     * any; a node that is not there (any more) may be among them.
     */
    public Map<String, Integer> countsOf(String namespace, LabelSelector selector) {
        return facts.placed().groups().matching(namespace, selector, false);
    }

    /**
     * Visits the terms of placed pods that speak of the pod, and maybe others, with the number of pods that have them on
     * each node; a node may be gone.
     */
    public void forTermsNear(Pod pod, BiConsumer<PlacedTerm, Map<String, Integer>> visitor) {
        facts.placed().terms().forTermsNear(pod, visitor);
    }

    /** How often pods on the nodes mount the claim. */
    public int usesOf(ClaimKey claim) {
        int uses = 0;
        for (Map.Entry<String, Integer> byNode :
                facts.placed().claims().usesOf(claim).entrySet()) {
            uses += positions.containsKey(byNode.getKey()) ? byNode.getValue() : 0;
        }
        return uses;
    }

    /** What pods of the namespace need in all, in thousandths of a core, that belong to the node but are on another. */
    public long milliCpuAwayFrom(String node, String namespace) {
        return facts.placed().away().milliCpuOf(namespace, node);
    }

    /** Labels of the namespace; empty if it is unknown. */
    public Map<String, String> namespaceLabels(String namespace) {
        return facts.namespaces().getOrDefault(namespace, Map.of());
    }

    /**
     * What selects the pod's replicas, as Services and the pod's controller say; without requirements if none does.
     */
    public LabelSelector replicasOf(Pod pod) {
        return facts.selectors().replicasOf(pod);
    }

    public Workloads workloads() {
        return facts.workloads();
    }

    public Storage storage() {
        return facts.storage();
    }

    public Devices devices() {
        return facts.devices();
    }

    public Signals signals() {
        return facts.signals();
    }

    /** Under which numbers the index of round-trip times knows the {@link #nodes}, in their order. */
    public NodeNumbers nodeNumbers() {
        return topology.numbers(facts.signals().rtt());
    }

    /** What is known of the energy of the {@link #nodes}, by their positions. */
    public EnergyTable energy() {
        return topology.energy(facts.signals().energy(), takenAt);
    }

    /** Pods that a preemption nominated to that node. */
    public List<Pod> nominatedTo(String node) {
        return facts.nominated().getOrDefault(node, List.of());
    }

    public boolean hasNominations() {
        return !facts.nominated().isEmpty();
    }

    public Collection<DisruptionBudget> disruptionBudgets() {
        return facts.budgets().values();
    }

    /** This snapshot with one node changed, as "what if" asks for; it need not be in the cluster's state. */
    public Snapshot with(String node, UnaryOperator<NodeState> change) {
        NodeState before = node(node);
        if (before == null) {
            return this;
        }
        NodeState after = change.apply(before);
        return changed(node, same -> after, indexed(before, after));
    }

    /** The same state at another moment: it has not changed, but signals have aged. */
    public Snapshot at(Instant moment) {
        return new Snapshot(moment, nodes, positions, topology, facts);
    }

    private Facts indexed(NodeState before, NodeState after) {
        PlacedPods placed = facts.placed();
        for (Pod pod : before.pods()) {
            placed = after.holds(pod.key()) ? placed : placed.without(pod);
        }
        for (Pod pod : after.pods()) {
            placed = before.holds(pod.key()) ? placed : placed.with(pod);
        }
        return facts.with(placed);
    }

    /** Whether any reservation holds room. */
    public boolean hasReservations() {
        return !facts.reservations().isEmpty();
    }

    /** The reservations that the pod may take, oldest first; the first {@value #MOST_RESERVATIONS} at most. */
    public List<Reservation> reservationsFor(Pod pod) {
        return facts.reservations().of(pod, MOST_RESERVATIONS);
    }

    /**
     * The node as it is for a pod that takes the reservation, or null if it is not there: without what holds that room. A pod that needs no more than is reserved
     * comes before what the node keeps for others' failures, and before younger reservations: a new leader may read that more is kept than there is, and another
     * scheduler may have taken some of it, which leaves too little for all. What balloons hold is taken while they are there, as the node would refuse the pod.
     */
    public @Nullable NodeState nodeFor(Reservation reservation, Pod pod) {
        NodeState node = node(reservation.node());
        if (node == null) {
            return null;
        }
        NodeState free = node.without(Placeholder.key(reservation));
        Resources reserved = reservation.requests();
        boolean isEnough = reserved.max(pod.spec().requests().needed()).equals(reserved);
        return isEnough
                ? withHeld(withoutYounger(free, reservation), Demand.NONE)
                : withHeld(free, Room.heldForFailures(free));
    }

    /** What balloons hold in place of what is kept, or that where it is more. */
    private NodeState withHeld(NodeState node, Demand kept) {
        NodeState crowded = withoutReserve(node);
        Demand held = kept.max(facts.heldByBalloons().getOrDefault(node.name(), Demand.NONE));
        for (Pod placeholder : Placeholder.of(node.name(), held)) {
            crowded = crowded.with(placeholder);
        }
        return crowded;
    }

    private static NodeState withoutYounger(NodeState node, Reservation than) {
        Pod own = Placeholder.of(than);
        List<Pod> younger = node.pods().stream()
                .filter(pod -> Placeholder.isYounger(pod, own))
                .toList();
        return younger.isEmpty() ? node : node.without(younger);
    }

    /** Which nodes keep room for others' failures. */
    public Covers covers() {
        return facts.covers();
    }

    /** The node without what holds the room that it keeps for others' failures. */
    public static NodeState withoutReserve(NodeState node) {
        List<Pod> placeholders = new ArrayList<>();
        for (Pod pod : node.pods()) {
            if (Placeholder.isForRecovery(pod)) {
                placeholders.add(pod);
            }
        }
        return placeholders.isEmpty() ? node : node.without(placeholders);
    }

    /** This snapshot with the reservation, whether its node has that room or not. */
    public Snapshot reserving(Reservation reservation) {
        return changed(
                reservation.node(),
                node -> node.with(Placeholder.of(reservation)),
                facts.with(facts.placed(), facts.reservations().with(reservation)));
    }

    /**
     * This snapshot with one more pod.
     *
     * @param assigned to its node
     * @param taken the reservation that it takes, or null
     */
    public Snapshot placing(Pod assigned, @Nullable Reservation taken) {
        PlacedPods placed = facts.placed().with(assigned);
        String node = Assumptions.nodeOf(assigned);
        return taken == null
                ? changed(node, state -> state.with(assigned), facts.with(placed))
                : changed(
                        node,
                        state -> state.without(Placeholder.key(taken)).with(assigned),
                        facts.with(placed, facts.reservations().without(taken)));
    }

    private Snapshot changed(String node, UnaryOperator<NodeState> change, Facts rest) {
        Integer position = positions.get(node);
        NodeState[] changed = nodes;
        if (position != null) {
            changed = nodes.clone();
            changed[position] = change.apply(nodes[position]);
        }
        return new Snapshot(takenAt, changed, positions, topology, rest);
    }

    /** This snapshot without the pod, as if it had never been bound. */
    public Snapshot without(PodKey pod, @Nullable String node) {
        NodeState state = node == null ? null : node(node);
        if (node == null || state == null) {
            return this;
        }
        PlacedPods placed = facts.placed();
        for (Pod placedPod : state.pods()) {
            placed = placedPod.key().equals(pod) ? placed.without(placedPod) : placed;
        }
        return changed(node, same -> same.without(pod), facts.with(placed));
    }
}
