package dev.edgewise.rewards.learning.state;

import dev.edgewise.common.PodTypeName;
import dev.edgewise.rewards.estimates.OutcomeDecay;
import dev.edgewise.rewards.learning.facts.NodeFacts;
import dev.edgewise.rewards.learning.facts.PodFacts;
import dev.edgewise.rewards.learning.ledger.PodTypeNodeLedger;
import dev.edgewise.rewards.learning.ledger.QuarantineState;
import dev.edgewise.rewards.learning.ledger.RecordedOutcome;
import dev.edgewise.rewards.learning.settings.LearnerSettings;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The whole state of the learner: types, nodes, pods, and when which type on which node is to be evaluated. */
public final class LearnerState {
    /** Nodes that a namespace may have for each type that it may have. */
    private static final int NODES_PER_TYPE = 100;
    /** Types on all nodes that a namespace may have in clusters that are large. */
    private static final int TYPES_ON_ALL_NODES = 20;
    /** Idempotency keys of all types and nodes together, so that they fit into memory: about 40 bytes each. */
    private static final int KEYS = 500_000;

    private static final int FEWEST_KEYS = 4;

    private final LearnerSettings settings;
    private final OutcomeDecay decay;
    private final TreeMap<String, PodTypeState> types = new TreeMap<>();
    private final Map<String, NodeState> nodes = new HashMap<>();
    private final Map<Long, PodState> pods = new HashMap<>();
    private final OutcomeRetention retention = new OutcomeRetention();

    private final DeletedPodFingerprints deleted = new DeletedPodFingerprints();
    private final EvaluationQueue due = new EvaluationQueue();
    private final Map<String, Integer> typesOfNamespace = new HashMap<>();
    private final Map<String, Integer> typeNodesOfNamespace = new HashMap<>();
    private int existing;
    private int typeNodes;

    public LearnerState(LearnerSettings settings) {
        this.settings = settings;
        this.decay = new OutcomeDecay(settings.halfLife(), settings.meanTimeToFailure());
    }

    public LearnerSettings settings() {
        return settings;
    }

    public OutcomeDecay decay() {
        return decay;
    }

    // Nodes.

    /** Returns all known nodes by name. */
    public Map<String, NodeState> nodes() {
        return Collections.unmodifiableMap(nodes);
    }

    /** A node exists, or its readiness changed. */
    public void nodeHeard(NodeFacts facts, long now) {
        NodeState node = node(facts.name());
        exists(node, true);
        node.heard(facts, now);
        node.types().forEach(each -> evaluateBy(each, now + NodeState.REPORTS_WITHIN));
    }

    /** A node was deleted. */
    public void nodeGone(String name) {
        NodeState node = nodes.get(name);
        if (node != null) {
            exists(node, false);
            if (node.types().isEmpty()) {
                nodes.remove(name);
            }
            node.types().forEach(each -> evaluateBy(each, 0));
        }
    }

    private NodeState node(String name) {
        return nodes.computeIfAbsent(name, NodeState::new);
    }

    private void exists(NodeState node, boolean exists) {
        existing += (exists ? 1 : 0) - (node.exists() ? 1 : 0);
        node.exists(exists);
    }

    /** Returns whether such a node exists now. */
    public boolean exists(String node) {
        NodeState known = nodes.get(node);
        return known != null && known.exists();
    }

    public int existingNodes() {
        return existing;
    }

    // Types, and types on nodes.

    /** Returns all known types by name. */
    public NavigableMap<String, PodTypeState> types() {
        return Collections.unmodifiableNavigableMap(types);
    }

    public @Nullable PodTypeState type(String name) {
        return types.get(name);
    }

    /** Returns the state of a type on a node; null if there is none. */
    public @Nullable PodTypeNodeState known(String type, String node) {
        PodTypeState known = types.get(type);
        return known == null ? null : known.on(node);
    }

    /** Returns whether this state is part of the whole, as it was not removed. */
    public boolean has(PodTypeNodeState state) {
        return state.type().on(state.node().name()) == state;
    }

    /**
     * Returns the state of a type on a node, created if there is none; null if the namespace has as many types or nodes
     * of types as it may.
     */
    public @Nullable PodTypeNodeState typeNode(String type, String node, long now) {
        PodTypeNodeState known = known(type, node);
        if (known != null) {
            return known;
        }
        int there = typeNodesOfNamespace.getOrDefault(PodTypeName.namespace(type), 0);
        if (there >= mostTypeNodes()) {
            return null;
        }
        PodTypeState of = types.containsKey(type) ? types.get(type) : newType(type);
        return of == null ? null : newTypeNode(of, node(node), now);
    }

    /**
     * Restores a ledger; its namespace was within the limits when it was written, and the number of nodes is not known
     * yet.
     */
    public void restore(String type, String node, PodTypeNodeLedger ledger, long now) {
        PodTypeNodeState known = known(type, node);
        if (known == null) {
            PodTypeState of = types.get(type);
            known = newTypeNode(of == null ? addType(type) : of, node(node), now);
        }
        known.restore(ledger, decay, now, settings.quarantine().longest().toMillis());
        retention.added(known);
        for (long millis : ledger.durations()) {
            known.type().jobDurations().add(node, millis);
        }
        evaluateBy(known, 0);
    }

    private int mostTypeNodes() {
        return Math.max(settings.limits().typesPerNamespace() * NODES_PER_TYPE, TYPES_ON_ALL_NODES * existing);
    }

    /** Returns how many idempotency keys each type on a node keeps: its share of all. */
    int mostKeys() {
        return Math.max(FEWEST_KEYS, Math.min(PodTypeNodeLedger.KEYS, KEYS / Math.max(1, typeNodes)));
    }

    private PodTypeNodeState newTypeNode(PodTypeState type, NodeState node, long now) {
        typeNodesOfNamespace.merge(type.namespace(), 1, Integer::sum);
        typeNodes++;
        PodTypeNodeState state = new PodTypeNodeState(type, node, decay, now);
        type.add(state);
        node.add(state);
        return state;
    }

    private @Nullable PodTypeState newType(String name) {
        int there = typesOfNamespace.getOrDefault(PodTypeName.namespace(name), 0);
        return there >= settings.limits().typesPerNamespace() ? null : addType(name);
    }

    private PodTypeState addType(String name) {
        typesOfNamespace.merge(PodTypeName.namespace(name), 1, Integer::sum);
        PodTypeState type = new PodTypeState(name);
        types.put(name, type);
        return type;
    }

    /** Removes the state of a type on a node, with the type and the node if there is nothing else of them. */
    public void remove(PodTypeNodeState state) {
        PodTypeState type = state.type();
        NodeState node = state.node();
        type.remove(state);
        node.remove(state);
        retention.remove(state);
        typeNodes--;
        if (type.nodes().isEmpty()) {
            types.remove(type.name());
            decrement(typesOfNamespace, type.namespace());
        }
        decrement(typeNodesOfNamespace, type.namespace());
        if (node.types().isEmpty() && !node.exists()) {
            nodes.remove(node.name());
        }
    }

    private static void decrement(Map<String, Integer> counts, String namespace) {
        counts.computeIfPresent(namespace, (name, count) -> count == 1 ? null : count - 1);
    }

    // Pods.

    public @Nullable PodState pod(long print) {
        return pods.get(print);
    }

    /** Adds a pod; returns null if its namespace has as many types or nodes of types as it may. */
    public @Nullable PodState addPod(long print, PodFacts facts, long now) {
        PodTypeNodeState on = typeNode(facts.type(), facts.node(), now);
        if (on == null) {
            return null;
        }
        PodState pod = new PodState(print, facts.name(), on, now);
        pods.put(print, pod);
        on.add(pod, now);
        // A pod that was there when it ended has a record of its own: this is for those that are seen for the first
        // time.
        if (on.isCountedWhole(pod, facts.over())) {
            pod.markDone();
        }
        evaluateBy(on, 0);
        return pod;
    }

    /**
     * Removes a pod that was deleted; returns null if it was unknown. Older facts of it may still come, and are ignored
     * for a while.
     */
    public @Nullable PodState removePod(long print, long now) {
        deleted.add(print);
        PodState pod = pods.remove(print);
        if (pod != null) {
            pod.typeNode().remove(pod, now);
            evaluateBy(pod.typeNode(), 0);
        }
        return pod;
    }

    /** Returns whether a pod was deleted recently. */
    public boolean isGone(long print) {
        return deleted.contains(print);
    }

    // Outcomes, and what operators change.

    void record(PodTypeNodeState to, RecordedOutcome outcome) {
        to.record(outcome, settings.limits().outcomes());
        retention.added(to);
    }

    /** The outcomes of a type on a node changed: its ledger is written in the next step. */
    void changed(PodTypeNodeState state, long at) {
        state.changed(at);
        evaluateBy(state, 0);
    }

    /** Sets a value instead of the learned one; null: the learned one again. */
    public void pin(PodTypeNodeState state, PodTypeNodeLedger.@Nullable Pin pin, long now) {
        state.pin(pin);
        changed(state, now);
    }

    /** Forgets the outcomes and the pin of a type on a node. */
    public void forget(PodTypeNodeState state, long now) {
        state.forget(decay, now);
        changed(state, now);
    }

    /** Returns how long lives on the node must last to prove it healthy for the type, in ms. */
    public long healingTime(PodTypeNodeState state) {
        QuarantineState quarantine = state.quarantine();
        return settings.quarantine()
                .healingTime(quarantine.failedAfter(), state.node().healedAt() > quarantine.failed());
    }

    // Evaluations.

    /** Has a type on a node evaluated at this moment or before. */
    public void evaluateBy(PodTypeNodeState state, long at) {
        due.add(state, at);
    }

    /** Takes the next type on a node whose evaluation is due; null if there is none. */
    public @Nullable PodTypeNodeState nextDue(long now) {
        return due.next(now);
    }
}
