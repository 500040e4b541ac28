package dev.edgewise.rewards.learning;

import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.web.InvalidInputException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Learns from what the API says of pods how well each type does on each node. Thread-safe. All times are handed in, and never go back by
 * more than clocks of nodes differ.
 */
public final class RewardLearner {
    /** The namespace has as many types, or types on nodes, as it may. */
    public static final String LIMIT = "limit";

    private final LearnerState state;
    private final Pods pods;
    private final PodEvents events;
    private final ReportedOutcomes reported;
    private final Rounds rounds;
    private final Views views;
    private final Consumer<String> refused;

    /** Tells nobody what it refuses. */
    public RewardLearner(LearnerSettings settings) {
        this(settings, reason -> {});
    }

    /** @param refused is given why something is not learned from: {@value #LIMIT}, or the field of what was pushed that is wrong */
    public RewardLearner(LearnerSettings settings, Consumer<String> refused) {
        this.refused = refused;
        this.state = new LearnerState(settings);
        Tally tally = new Tally(state);
        this.pods = new Pods(state, tally);
        this.events = new PodEvents(state, tally);
        this.reported = new ReportedOutcomes(state, tally);
        this.rounds = new Rounds(state, tally);
        this.views = new Views(state);
    }

    /** A node exists, or its readiness changed. */
    public synchronized void node(NodeFacts facts, Instant now) {
        NodeState node = state.node(facts.name());
        state.exists(node, true);
        node.heard(facts, now.toEpochMilli());
        long speaks = now.toEpochMilli() + NodeState.SPEAKS_WITHIN;
        node.cells.forEach(cell -> state.lookAt(cell, speaks));
    }

    /** A node was removed. */
    public synchronized void nodeGone(String name) {
        NodeState node = state.nodes.get(name);
        if (node != null) {
            state.exists(node, false);
            if (node.cells.isEmpty()) {
                state.nodes.remove(name);
            }
            node.cells.forEach(cell -> state.lookAt(cell, 0));
        }
    }

    /** What was written before the process began; before any pod. */
    public synchronized void restore(String type, String node, TypeNodeLedger ledger, Instant now) {
        Ledgers.restore(state.writtenCell(type, node, now.toEpochMilli()), ledger, state, now.toEpochMilli());
    }

    /**
     * A pod exists or changed; the same facts again, or older ones, add nothing. Neither does one on a node that does not exist, unless its type is known
     * there: to be repeated when the node comes.
     */
    public synchronized void pod(PodFacts pod, Instant now) {
        if (!pods.pod(pod, now)) {
            refused.accept(LIMIT);
        }
        events.known(pod.uid(), now);
    }

    /** A pod was removed. */
    public synchronized void podGone(String uid, Instant now) {
        pods.gone(uid, now);
    }

    /** A Warning event of a pod; the same again adds nothing. */
    public synchronized void event(PodTrouble trouble, Instant now) {
        events.event(trouble, now);
    }

    /**
     * A pod could not be bound to the node that the trouble names; it counts for that node.
     *
     * @param pod which may be on another node by now, or on none
     */
    public synchronized void notBound(PodFacts pod, PodTrouble trouble, Instant now) {
        events.notBound(pod, trouble, now.toEpochMilli());
    }

    /**
     * Counts an outcome that comes with its own value.
     *
     * @return whether it counted; false: its key was known
     * @throws InvalidInputException names the field that is wrong and what is allowed; nothing is learned
     */
    public synchronized boolean push(PushedOutcome outcome, Instant now) {
        try {
            return reported.push(outcome, now);
        } catch (InvalidInputException e) {
            refused.accept(e.field());
            throw e;
        }
    }

    /**
     * What must be written now; cheap if nothing is due. Of much that is due it is a part, so that others need not wait: to be called until
     * {@link Changes#isMore} is false.
     */
    public synchronized Changes step(Instant now) {
        return rounds.step(now.toEpochMilli());
    }

    /** All rewards by row and field, as of the last step. */
    public synchronized Map<String, Map<String, Reward>> rewards() {
        return views.rewards();
    }

    /** Types by name. @param after the name before the first one; empty: from the beginning */
    public synchronized List<TypeView> types(String after, int limit, Instant now) {
        return views.types(after, limit, now.toEpochMilli());
    }

    /** One type; empty if nothing is known of it. */
    public synchronized Optional<TypeView> type(String type, Instant now) {
        return Optional.ofNullable(state.types.get(type)).map(known -> views.type(known, now.toEpochMilli()));
    }

    /** The nodes of a type by name, without outcomes; none if nothing is known of it. */
    public synchronized List<CellView> nodes(String type, String after, int limit, Instant now) {
        TypeState known = state.types.get(type);
        return known == null ? List.of() : views.nodes(known, after, limit, now.toEpochMilli());
    }

    /** The nodes where a type does worst, as of the last step, the worst first, without outcomes; none if nothing is known of it. */
    public synchronized List<CellView> worst(String type, int most, Instant now) {
        TypeState known = state.types.get(type);
        return known == null ? List.of() : views.worst(known, most, now.toEpochMilli());
    }

    /** A type on a node with the outcomes behind its value; empty if nothing is known. */
    public synchronized Optional<CellView> cell(String type, String node, Instant now) {
        return Optional.ofNullable(state.known(type, node))
                .map(cell -> views.cell(cell, cell.outcomes, now.toEpochMilli()));
    }

    /**
     * Forgets what was learned, pins too; lives that were counted do not count again.
     *
     * @param node null: on all nodes
     * @return whether there was anything
     */
    public synchronized boolean forget(String type, @Nullable String node, Instant now) {
        TypeState known = state.types.get(type);
        if (known == null || (node != null && !known.cells.containsKey(node))) {
            return false;
        }
        known.cells.values().stream()
                .filter(cell -> node == null || cell.node.name.equals(node))
                .forEach(cell -> reported.forget(cell, now.toEpochMilli()));
        return true;
    }

    /**
     * Sets a value instead of the learned one: the state is quarantined if it is below {@link QuarantineSettings#below}, else open.
     *
     * @param value 0..1; null: the learned one again
     * @param until null: for good
     * @throws InvalidInputException names the field that is wrong and what is allowed
     */
    public synchronized void pin(
            String type, String node, @Nullable Double value, @Nullable Instant until, Instant now) {
        reported.pin(type, node, value, until, now);
    }
}
