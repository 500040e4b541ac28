package dev.edgewise.rewards.learning.rounds;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.rewards.estimates.OutcomeSums;
import dev.edgewise.rewards.learning.ledger.CountedOutcomes;
import dev.edgewise.rewards.learning.ledger.PodTypeNodeLedger;
import dev.edgewise.rewards.learning.ledger.QuarantineState;
import dev.edgewise.rewards.learning.settings.QuarantineSettings;
import dev.edgewise.rewards.learning.state.LearnerState;
import dev.edgewise.rewards.learning.state.NodeState;
import dev.edgewise.rewards.learning.state.Outcome;
import dev.edgewise.rewards.learning.state.OutcomeRecorder;
import dev.edgewise.rewards.learning.state.PodState;
import dev.edgewise.rewards.learning.state.PodTypeNodeState;
import dev.edgewise.rewards.learning.value.NodeRewardsByType;
import dev.edgewise.rewards.learning.value.RewardCalculator;
import dev.edgewise.rewards.outcomes.OutcomeCause;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Evaluates what is due: counts pods that are stuck, opens and closes nodes, and has rewards and ledgers written. */
public final class EvaluationLoop {
    /** The change of a type's badness on a node from which other types there are evaluated, too. */
    private static final double NOTABLE = 0.1;

    /** The weight of the opinion of other types from which it counts. */
    private static final double ENOUGH = 0.5;

    private static final long SHORTEST_PAUSE = 5_000;
    private static final int SPREAD = 1_023;
    /** The number of types on nodes that are evaluated in one step, for which other callers wait some ms. */
    static final int AT_ONCE = 500;

    private static final int GATHERED_AT_ONCE = 10_000;

    private final LearnerState state;
    private final OutcomeRecorder recorder;
    private final QuarantineRules quarantine;
    private final ProbationTrials trials;
    private final RewardCalculator current;
    private final RewardPublisher publisher;
    /** Nodes that became notably worse or better in this step: all types there are evaluated. */
    private final Set<NodeState> touched = new HashSet<>();

    /** The types on nodes that are evaluated in this round; a part is left for later steps. */
    private final Set<PodTypeNodeState> round = new LinkedHashSet<>();

    /** The opinions on the nodes of this step, as long as nothing changes them. */
    private final Map<NodeState, NodeRewardsByType> opinions = new HashMap<>();

    private Iterator<PodTypeNodeState> rest = round.iterator();
    private long began = Long.MAX_VALUE;

    public EvaluationLoop(LearnerState state, OutcomeRecorder recorder) {
        this.state = state;
        this.recorder = recorder;
        this.quarantine = new QuarantineRules(state.settings().quarantine());
        this.trials = new ProbationTrials(state.settings().quarantine());
        this.current = new RewardCalculator(state);
        this.publisher = new RewardPublisher(state, current);
    }

    /** Evaluates what is due now, or the next part of what was due before. */
    public LearnerChanges step(long now) {
        began = Math.min(began, now);
        PendingWrites writes = new PendingWrites();
        if (!rest.hasNext() && !gather(now)) {
            return writes.changes(true);
        }
        ObservationMetadata observed = current.observed(now);
        opinions.clear();
        for (int left = AT_ONCE; left > 0 && rest.hasNext(); left--) {
            PodTypeNodeState next = rest.next();
            if (state.has(next)) {
                evaluate(next, writes, observed);
            }
        }
        boolean hasMore = rest.hasNext();
        if (!hasMore) {
            publisher.sums(round, writes, now);
            round.clear();
        }
        return writes.changes(hasMore);
    }

    /**
     * Begins a round: first renews the sums of types and nodes, on which each evaluation depends. Returns whether that
     * is done.
     */
    private boolean gather(long now) {
        for (int left = GATHERED_AT_ONCE; left > 0; left--) {
            PodTypeNodeState next = state.nextDue(now);
            if (next == null) {
                withTouched(now);
                rest = round.iterator();
                return true;
            }
            if (state.has(next)) {
                countStuckPods(next, now);
                renewShare(next, now);
                round.add(next);
            }
        }
        return false;
    }

    private void withTouched(long now) {
        touched.stream()
                .flatMap(node -> node.types().stream())
                .filter(round::add)
                .forEach(each -> renewShare(each, now));
        touched.clear();
    }

    private void evaluate(PodTypeNodeState each, PendingWrites writes, ObservationMetadata observed) {
        long now = observed.at().toEpochMilli();
        long collectAfter = state.settings().limits().collectAfter().toMillis();
        if (each.isIdleFor(collectAfter, now)) {
            remove(each, writes);
            return;
        }
        OutcomeSums others =
                opinions.computeIfAbsent(each.node(), NodeRewardsByType::new).others(each);
        judge(each, others, now);
        // All pods that exist have come after this time: the others were deleted while no replica watched.
        if (now - began > collectAfter) {
            each.forgetCountsOfOthers(print -> state.pod(print) != null);
        }
        if (each.isUnwritten()) {
            writes.ledger(each);
        }
        publisher.publish(each, others, writes, observed);
        state.evaluateBy(each, next(each, now));
    }

    private void remove(PodTypeNodeState each, PendingWrites writes) {
        writes.removed(each);
        state.remove(each);
        opinions.clear();
    }

    private void countStuckPods(PodTypeNodeState each, long now) {
        for (PodState pod : each.pods()) {
            CountedOutcomes before = each.counted(pod);
            boolean isDue = pod.waitsSince() > 0
                    && now - pod.waitsSince() >= state.settings().stuckAfter().toMillis();
            if (isDue && !before.has(OutcomeCause.STUCK)) {
                each.count(pod, before.with(OutcomeCause.STUCK));
                recorder.add(each, Outcome.ofPod(OutcomeCause.STUCK, now, "no container ran"), pod.fullName());
            }
        }
    }

    private void renewShare(PodTypeNodeState each, long now) {
        double worse = each.renewShare(state.decay(), now);
        opinions.clear();
        if (Math.abs(worse) >= NOTABLE) {
            touched.add(each.node());
        }
    }

    private void judge(PodTypeNodeState each, OutcomeSums others, long now) {
        QuarantineState before = each.quarantine();
        if (!each.node().exists() && !before.isOpen()) {
            each.openDeletedNode(now);
            return;
        }
        QuarantineRules.Case facts = facts(each, others, now);
        each.capped(before.isOpen() && !facts.hasRoom() && quarantine.isBad(facts));
        QuarantineState after = quarantine.judge(before, facts, now);
        if (after.equals(before)) {
            return;
        }
        each.change(after, now);
        if (after.isOpen() && quarantine.hasHealed(before, facts)) {
            heal(each, now);
        }
    }

    private void heal(PodTypeNodeState each, long now) {
        each.heal(now);
        renewShare(each, now);
        each.node().types().forEach(other -> state.evaluateBy(other, now));
    }

    private QuarantineRules.Case facts(PodTypeNodeState each, OutcomeSums others, long now) {
        QuarantineSettings settings = state.settings().quarantine();
        boolean room = each.pin() == null
                && each.node().exists()
                && each.type().closedNodes() < quarantine.mostClosed(state.existingNodes())
                && each.type().closingsSince(now - settings.newWithin().toMillis()) < settings.newNodes();
        boolean turn = others.weight() < ENOUGH || others.mean() >= settings.below() || trials.mayTry(each, now);
        return new QuarantineRules.Case(
                each.sums(state.decay(), now),
                others,
                each.elsewhere(),
                each.longestLife(now),
                room,
                turn,
                each.node().healedAt(),
                state.healingTime(each));
    }

    /** Returns when to evaluate it again: soon after something happened, then ever later. */
    private long next(PodTypeNodeState each, long now) {
        long pause = each.nextPause(state.settings().validFor().toMillis() / 4);
        // Spread, so that all that came together is not due together again.
        long at = now + pause + pause * (each.stableHash() & SPREAD) / SPREAD;
        at = Math.min(at, each.node().seenAgain(now));
        at = Math.min(at, nextOfQuarantine(each, now));
        PodTypeNodeLedger.Pin pin = each.pin();
        if (pin != null && pin.until() != null) {
            at = Math.min(at, Math.max(now + 1, pin.until().toEpochMilli()));
        }
        for (PodState pod : each.pods()) {
            long stuckAt = pod.waitsSince() + state.settings().stuckAfter().toMillis();
            at = pod.waitsSince() > 0 && stuckAt > now ? Math.min(at, stuckAt) : at;
        }
        return at;
    }

    /**
     * Returns when the quarantine may end: at its end, or when what runs has lasted long enough to prove the node
     * healthy.
     */
    private long nextOfQuarantine(PodTypeNodeState each, long now) {
        QuarantineState closed = each.quarantine();
        if (closed.isOpen()) {
            return Long.MAX_VALUE;
        }
        long at = Math.max(now + SHORTEST_PAUSE, closed.until());
        at = closed.until() > now ? Math.min(at, closed.until()) : at;
        long missing = state.healingTime(each) - closed.healthy() - each.longestLife(now);
        return each.longestLife(now) > 0 && missing > 0 && each.node().isSeen(now) ? Math.min(at, now + missing) : at;
    }
}
