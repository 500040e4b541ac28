package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.facts.ClusterFactValues;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The nodes by position. The array and the table of positions are handed to snapshots, and each is copied when it
 * changes afterwards: the array with any pod, the table with the set of nodes only, and the index of names with it.
 */
final class NodeTable {
    private NodeState[] states = new NodeState[0];
    private Map<String, Integer> positions = new HashMap<>();
    private NodeNameIndex names = new NodeNameIndex(positions);
    private NodeFeatureCounts inventory = NodeFeatureCounts.EMPTY;
    private NodeDomainIndex topology = new NodeDomainIndex(states, positions, names, inventory.labels());
    private UntaintedNodes untainted = UntaintedNodes.of(states);
    private boolean statesShared;
    private boolean positionsShared;
    private long changes;
    /** Pods whose node is not there: deleted, or not yet seen. */
    private final Map<String, NodeState> absent = new LinkedHashMap<>();

    void put(Node node) {
        Integer position = positions.get(node.name());
        changes++;
        inventory = inventory.replace(position == null ? null : states[position].node(), node);
        if (position != null) {
            Node before = states[position].node();
            set(position, states[position].withNode(node));
            if (!before.labels().equals(node.labels())) {
                topology = topology.relabelled(states, inventory.labels(), changedKeys(before.labels(), node.labels()));
            }
            return;
        }
        NodeState waiting = absent.remove(node.name());
        append(waiting == null ? NodeState.of(node) : waiting.withNode(node));
    }

    /** The node with its pods, or null. */
    @Nullable
    NodeState state(String name) {
        Integer position = positions.get(name);
        return position == null ? null : states[position];
    }

    /** The pods that say they are on the node, whether it is there or not. */
    List<Pod> podsOn(String name) {
        NodeState known = state(name);
        return known == null ? absentNode(name).pods() : known.pods();
    }

    @Nullable
    Node find(String name) {
        Integer position = positions.get(name);
        return position == null ? null : states[position].node();
    }

    /** Returns another object whenever a node has come or gone. */
    Object generation() {
        return names;
    }

    /** The sum of that over all nodes. */
    long sum(ToLongFunction<NodeState> amount) {
        long sum = 0;
        for (NodeState state : states) {
            sum += amount.applyAsLong(state);
        }
        return sum;
    }

    int size() {
        return states.length;
    }

    void remove(String name) {
        Integer position = positions.get(name);
        if (position == null) {
            return;
        }
        changes++;
        NodeState removed = states[position];
        inventory = inventory.replace(removed.node(), null);
        if (!removed.pods().isEmpty()) {
            absent.put(name, removed);
        }
        NodeState[] rest = new NodeState[states.length - 1];
        System.arraycopy(states, 0, rest, 0, position);
        System.arraycopy(states, position + 1, rest, position, rest.length - position);
        reindex(rest);
    }

    void addPod(Pod pod) {
        String name = nodeOf(pod);
        Integer position = positions.get(name);
        if (position != null) {
            set(position, states[position].with(pod));
        } else {
            absent.put(name, absentNode(name).with(pod));
        }
    }

    void removePod(Pod pod) {
        String name = nodeOf(pod);
        Integer position = positions.get(name);
        if (position != null) {
            set(position, states[position].without(pod.key()));
        } else {
            NodeState rest = absentNode(name).without(pod.key());
            if (rest.pods().isEmpty()) {
                absent.remove(name);
            } else {
                absent.put(name, rest);
            }
        }
    }

    /** The nodes that are there, without their pods. */
    List<Node> all() {
        return Arrays.stream(states).map(NodeState::node).toList();
    }

    /** How often a node or its pods have changed. */
    long changes() {
        return changes;
    }

    Snapshot snapshot(Instant now, ClusterFactValues facts) {
        statesShared = true;
        positionsShared = true;
        // Takes as long as asking each node, so not after each change.
        if (untainted.changes() > states.length) {
            untainted = UntaintedNodes.of(states);
        }
        return new Snapshot(now, states, topology, untainted, inventory, facts);
    }

    private static Set<String> changedKeys(Map<String, String> before, Map<String, String> after) {
        Set<String> keys = new HashSet<>(before.keySet());
        keys.addAll(after.keySet());
        keys.removeIf(key -> Objects.equals(before.get(key), after.get(key)));
        return keys;
    }

    private NodeState absentNode(String name) {
        NodeState known = absent.get(name);
        return known != null ? known : NodeState.of(Node.absent(name));
    }

    private static String nodeOf(Pod pod) {
        return Objects.requireNonNull(pod.spec().nodeName(), "nodeName");
    }

    private void set(int position, NodeState state) {
        if (statesShared) {
            states = states.clone();
            statesShared = false;
        }
        states[position] = state;
        untainted = untainted.with(position, state);
        changes++;
    }

    private void append(NodeState state) {
        if (positionsShared) {
            positions = new HashMap<>(positions);
            positionsShared = false;
        }
        positions.put(state.name(), states.length);
        int position = states.length;
        states = Arrays.copyOf(states, position + 1);
        states[position] = state.withTableIndex(position);
        untainted = untainted.with(position, state);
        names = new NodeNameIndex(positions);
        topology = new NodeDomainIndex(states, positions, names, inventory.labels());
        statesShared = false;
    }

    private void reindex(NodeState[] rest) {
        states = rest;
        positions = new HashMap<>(states.length * 2);
        for (int i = 0; i < states.length; i++) {
            states[i] = states[i].tableIndex() == i ? states[i] : states[i].withTableIndex(i);
            positions.put(states[i].name(), i);
        }
        names = new NodeNameIndex(positions);
        topology = new NodeDomainIndex(states, positions, names, inventory.labels());
        untainted = UntaintedNodes.of(states);
        statesShared = false;
        positionsShared = false;
    }
}
