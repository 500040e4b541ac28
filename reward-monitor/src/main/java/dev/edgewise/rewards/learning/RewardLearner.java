package dev.edgewise.rewards.learning;

import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.rewards.learning.facts.NodeFacts;
import dev.edgewise.rewards.learning.facts.PodFacts;
import dev.edgewise.rewards.learning.facts.PodWarning;
import dev.edgewise.rewards.learning.facts.PushedOutcome;
import dev.edgewise.rewards.learning.ledger.PodTypeNodeLedger;
import dev.edgewise.rewards.learning.rounds.EvaluationLoop;
import dev.edgewise.rewards.learning.rounds.LearnerChanges;
import dev.edgewise.rewards.learning.settings.LearnerSettings;
import dev.edgewise.rewards.learning.settings.QuarantineSettings;
import dev.edgewise.rewards.learning.state.LearnerState;
import dev.edgewise.rewards.learning.state.OutcomeRecorder;
import dev.edgewise.rewards.learning.state.PodTypeState;
import dev.edgewise.rewards.learning.view.LearnerViews;
import dev.edgewise.rewards.learning.view.PodTypeNodeView;
import dev.edgewise.rewards.learning.view.PodTypeView;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Learns how well each type of pods does on each node, from what the API server shows. Thread-safe. All times are
 * passed in, and never go back by more than clocks of nodes differ.
 */
public final class RewardLearner {
    /** The reason that a namespace has as many types, or nodes of types, as it may. */
    public static final String LIMIT = "limit";

    private final LearnerState state;
    private final PodTracker pods;
    private final WarningRecorder warnings;
    private final OutcomeIntake reported;
    private final EvaluationLoop evaluation;
    private final LearnerViews views;
    private final Consumer<String> refused;

    /** Creates a learner that reports no refusals. */
    public RewardLearner(LearnerSettings settings) {
        this(settings, reason -> {});
    }

    /**
     * Creates a learner. @param refused receives why something is not learned from: {@value #LIMIT}, or the invalid
     * field of a pushed outcome
     */
    public RewardLearner(LearnerSettings settings, Consumer<String> refused) {
        this.refused = refused;
        this.state = new LearnerState(settings);
        OutcomeRecorder recorder = new OutcomeRecorder(state);
        this.pods = new PodTracker(state, recorder);
        this.warnings = new WarningRecorder(state, recorder);
        this.reported = new OutcomeIntake(state, recorder);
        this.evaluation = new EvaluationLoop(state, recorder);
        this.views = new LearnerViews(state);
    }

    /** A node exists, or its readiness changed. */
    public synchronized void node(NodeFacts facts, Instant now) {
        state.nodeHeard(facts, now.toEpochMilli());
    }

    /** A node was deleted. */
    public synchronized void nodeGone(String name) {
        state.nodeGone(name);
    }

    /** Restores a ledger that was written before the process began; to be called before any pod comes. */
    public synchronized void restore(String type, String node, PodTypeNodeLedger ledger, Instant now) {
        state.restore(type, node, ledger, now.toEpochMilli());
    }

    /**
     * A pod exists or changed. The same facts again, or older ones, add nothing. A pod on a node that does not exist is
     * ignored unless its type is known there: to be repeated when the node comes.
     */
    public synchronized void pod(PodFacts pod, Instant now) {
        if (!pods.pod(pod, now)) {
            refused.accept(LIMIT);
        }
        warnings.known(pod.uid(), now);
    }

    /** A pod was deleted. */
    public synchronized void podGone(String uid, Instant now) {
        pods.gone(uid, now);
    }

    /** Counts a Warning event of a pod; the same event again adds nothing. */
    public synchronized void event(PodWarning warning, Instant now) {
        warnings.event(warning, now);
    }

    /**
     * Counts a pod that could not be bound to the node that the event names, for that node.
     *
     * @param pod pod, which may be on another node by now, or on none
     */
    public synchronized void notBound(PodFacts pod, PodWarning warning, Instant now) {
        warnings.notBound(pod, warning, now.toEpochMilli());
    }

    /**
     * Counts an outcome with a value of its own.
     *
     * @return whether it counted; false: its key was known
     * @throws InvalidInputException names the invalid field and what is allowed; nothing is learned
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
     * Returns the changes to be written now; cheap if nothing is due. If much is due they are a part of it, so that
     * other callers need not wait: to be called until {@link LearnerChanges#hasMore} is false.
     */
    public synchronized LearnerChanges step(Instant now) {
        return evaluation.step(now.toEpochMilli());
    }

    /** Returns all rewards by row and field, as of the last step. */
    public synchronized Map<String, Map<String, Reward>> rewards() {
        return views.rewards();
    }

    /** Returns types by name. @param after name before the first one; empty: from the beginning */
    public synchronized List<PodTypeView> types(String after, int limit, Instant now) {
        return views.types(after, limit, now.toEpochMilli());
    }

    /** Returns one type; empty if it is unknown. */
    public synchronized Optional<PodTypeView> type(String type, Instant now) {
        return Optional.ofNullable(state.type(type)).map(known -> views.type(known, now.toEpochMilli()));
    }

    /** Returns the nodes of a type by name, without outcomes; none if it is unknown. */
    public synchronized List<PodTypeNodeView> nodes(String type, String after, int limit, Instant now) {
        PodTypeState known = state.type(type);
        return known == null ? List.of() : views.nodes(known, after, limit, now.toEpochMilli());
    }

    /**
     * Returns the worst nodes of a type as of the last step, the worst one first, without outcomes; none if it is
     * unknown.
     */
    public synchronized List<PodTypeNodeView> worst(String type, int most, Instant now) {
        PodTypeState known = state.type(type);
        return known == null ? List.of() : views.worst(known, most, now.toEpochMilli());
    }

    /** Returns a type on a node with the outcomes behind its value; empty if it is unknown. */
    public synchronized Optional<PodTypeNodeView> typeNode(String type, String node, Instant now) {
        return Optional.ofNullable(state.known(type, node))
                .map(known -> views.typeNode(known, known.outcomes(), now.toEpochMilli()));
    }

    /**
     * Forgets what was learned, with pins; outcomes that were counted do not count again.
     *
     * @param node null: all nodes
     * @return whether anything was known
     */
    public synchronized boolean forget(String type, @Nullable String node, Instant now) {
        PodTypeState known = state.type(type);
        if (known == null || (node != null && !known.nodes().containsKey(node))) {
            return false;
        }
        known.nodes().forEach((name, each) -> {
            if (node == null || name.equals(node)) {
                state.forget(each, now.toEpochMilli());
            }
        });
        return true;
    }

    /**
     * Sets a value instead of the learned one: the state is quarantined if it is below {@link
     * QuarantineSettings#below}, else open.
     *
     * @param value 0..1; null: the learned one again
     * @param until when it ends; null: never
     * @throws InvalidInputException names the invalid field and what is allowed
     */
    public synchronized void pin(
            String type, String node, @Nullable Double value, @Nullable Instant until, Instant now) {
        reported.pin(type, node, value, until, now);
    }
}
