package dev.edgewise.scheduler.state;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.signals.energy.EnergyIndex;
import dev.edgewise.scheduler.signals.energy.NodeEnergyByPosition;
import dev.edgewise.scheduler.signals.reward.RewardRow;
import dev.edgewise.scheduler.signals.reward.RewardsByNode;
import dev.edgewise.scheduler.signals.rtt.NodeNumbers;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.affinity.NodeAffinityEvaluator;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pcollections.PMap;

/**
 * The places of the nodes, and the domains that their labels make up. Shared by all snapshots until a node comes, goes
 * or changes its labels; each label is looked at when it is first asked for, and again only after a node changed it.
 */
public final class NodeDomainIndex {
    /** A simulation may go by older readings than decisions, and both take turns. */
    private static final int ENERGY_TABLES = 2;
    /** Pods of several types take turns. */
    private static final int REWARD_TABLES = 8;

    private static final Domains NO_DOMAINS = new Domains(Set.of(), false);

    private final NodeState[] nodes;
    private final Map<String, Integer> positions;
    private final NodeNameIndex names;
    private final Map<String, Domains> byKey = new ConcurrentHashMap<>();
    /** Number of nodes that have the label, by its key. */
    private final PMap<String, Integer> labels;

    private final NodeAffinityEvaluator affinities;

    private volatile @Nullable NodeNumbers numbers;
    /** The last few, the newest first. */
    private volatile List<NodeEnergyByPosition> energy = List.of();

    private volatile List<RewardsByNode> rewards = List.of();

    private volatile int @Nullable [] zoneOrder;

    private record Domains(Set<String> values, boolean complete) {}

    /** @param labels how many of the nodes have the label, by its key */
    NodeDomainIndex(
            NodeState[] nodes, Map<String, Integer> positions, NodeNameIndex names, PMap<String, Integer> labels) {
        this.nodes = nodes;
        this.positions = positions;
        this.names = names;
        this.labels = labels;
        this.affinities = new NodeAffinityEvaluator(this::nodes, labels::containsKey);
    }

    private NodeDomainIndex(
            NodeState[] nodes, NodeDomainIndex former, PMap<String, Integer> labels, Set<String> changed) {
        this.nodes = nodes;
        this.positions = former.positions;
        this.names = former.names;
        this.labels = labels;
        this.affinities = former.affinities.relabelled(this::nodes, labels::containsKey, changed);
        former.byKey.forEach((key, domains) -> {
            if (!changed.contains(key)) {
                byKey.put(key, domains);
            }
        });
        this.numbers = former.numbers;
        this.rewards = former.rewards;
        boolean keepsZoneOrder = Collections.disjoint(changed, ZoneRoundRobin.LABELS);
        this.zoneOrder = keepsZoneOrder ? former.zoneOrder : null;
        this.energy = keepsZoneOrder && !changed.contains(Names.ENERGY_LABEL) ? former.energy : List.of();
    }

    /**
     * Returns the topology of the same nodes, of which some have other values of those labels: domains of other labels
     * are kept.
     */
    NodeDomainIndex relabelled(NodeState[] changed, PMap<String, Integer> labelsNow, Set<String> keys) {
        return new NodeDomainIndex(changed, this, labelsNow, keys);
    }

    /** -1 if there is no node of that name. */
    int positionOf(String name) {
        return positions.getOrDefault(name, -1);
    }

    NodeNameIndex names() {
        return names;
    }

    /** The values that the label has on some node. */
    public Set<String> domains(String topologyKey) {
        return of(topologyKey).values();
    }

    /** Returns whether every node has the label. */
    public boolean isComplete(String topologyKey) {
        return of(topologyKey).complete();
    }

    /** Returns whether any node has the label. */
    public boolean isKey(String topologyKey) {
        return labels.containsKey(topologyKey);
    }

    /** Returns how many labels' domains are kept. */
    int cachedLabels() {
        return byKey.size();
    }

    /** Returns the index of nodes by node affinity. */
    public NodeAffinityEvaluator affinities() {
        return affinities;
    }

    private List<Node> nodes() {
        return Arrays.stream(nodes).map(NodeState::node).toList();
    }

    /** The nodes' positions, each zone in turn. */
    int[] zoneOrder() {
        int[] known = zoneOrder;
        if (known == null) {
            known = ZoneRoundRobin.of(nodes);
            zoneOrder = known;
        }
        return known;
    }

    /** Returns the numbers of the nodes in the index of round-trip times. */
    NodeNumbers numbers(RttIndex rtt) {
        NodeNumbers known = numbers;
        if (known == null || !known.holdFor(rtt)) {
            known = rtt.numbers(Arrays.stream(nodes).map(NodeState::name).toList());
            numbers = known;
        }
        return known;
    }

    /** Returns the nodes' energy at that moment. */
    NodeEnergyByPosition energy(EnergyIndex index, Instant now) {
        List<NodeEnergyByPosition> known = energy;
        for (NodeEnergyByPosition each : known) {
            if (each.holds(index, now)) {
                return each;
            }
        }
        NodeEnergyByPosition made = NodeEnergyByPosition.of(index, nodes(), this::zoneOrder, now);
        energy = newestFirst(made, known, ENERGY_TABLES);
        return made;
    }

    /** Returns the nodes' rewards in a row. */
    RewardsByNode rewards(RewardRow row) {
        List<RewardsByNode> known = rewards;
        for (RewardsByNode each : known) {
            if (each.row() == row) {
                return each;
            }
        }
        RewardsByNode made = new RewardsByNode(row, positions);
        rewards = newestFirst(made, known, REWARD_TABLES);
        return made;
    }

    private static <T> List<T> newestFirst(T made, List<T> known, int most) {
        return Stream.concat(Stream.of(made), known.stream()).limit(most).toList();
    }

    /**
     * Returns the domains of a label; not kept for a label that no node has, as tenants may ask for any number of them.
     */
    private Domains of(String topologyKey) {
        return isKey(topologyKey) ? byKey.computeIfAbsent(topologyKey, this::collect) : NO_DOMAINS;
    }

    private Domains collect(String topologyKey) {
        Set<String> values = new HashSet<>();
        boolean complete = true;
        for (NodeState node : nodes) {
            String value = node.node().labels().get(topologyKey);
            if (value == null) {
                complete = false;
            } else {
                values.add(value);
            }
        }
        return new Domains(Collections.unmodifiableSet(values), complete);
    }
}
