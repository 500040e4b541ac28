package dev.edgewise.rewards.learning.state;

import dev.edgewise.rewards.learning.facts.ContainerFacts;
import dev.edgewise.rewards.learning.facts.PodFacts;
import dev.edgewise.rewards.learning.ledger.RecordedOutcome;
import dev.edgewise.rewards.outcomes.NameFingerprint;
import dev.edgewise.rewards.outcomes.OutcomeCause;
import java.time.Instant;
import java.util.OptionalLong;

/** Adds outcomes to the state of a type on a node. */
public final class OutcomeRecorder {
    /** The longest detail that is kept of an outcome, in characters. */
    private static final int LONGEST_DETAIL = 100;

    /** Time for which idempotency keys are kept, in ms: callers retry sooner. */
    public static final long KEYS_KEPT = 600_000;

    private static final int COMPLETIONS = 3;

    private final LearnerState state;

    public OutcomeRecorder(LearnerState state) {
        this.state = state;
    }

    /** Adds an outcome with the value that its cause has. */
    public void add(PodTypeNodeState to, Outcome outcome, String pod) {
        double time = outcome.share() * state.decay().healthy(outcome.at() - outcome.began());
        if (time > 0) {
            to.addHealthyTime(time, outcome.at());
        }
        if (outcome.cause() == OutcomeCause.HEALTHY) {
            to.addLife(outcome.began(), outcome.at());
            state.changed(to, outcome.at());
        } else {
            value(to, outcome, state.settings().reward(outcome.cause()), pod);
        }
    }

    /** Adds an outcome of weight 1 with a value of its own. */
    public void value(PodTypeNodeState to, Outcome outcome, double value, String pod) {
        to.addOutcome(outcome, value);
        if (outcome.cause() != OutcomeCause.COMPLETED) {
            record(to, outcome, value, pod);
        }
        state.changed(to, outcome.at());
    }

    /** Adds the completion of a pod; that of a Job's pod is slow or not against the median on other nodes. */
    public void completed(PodTypeNodeState on, PodFacts pod, Outcome outcome) {
        long millis = pod.isJob() ? duration(pod) : 0;
        if (millis <= 0) {
            add(on, outcome, pod.fullName());
            return;
        }
        JobDurations all = on.type().jobDurations();
        OptionalLong usual = all.medianElsewhere(on.node().name());
        all.add(on.node().name(), millis);
        on.addDuration(millis);
        boolean isSlow = usual.isPresent() && millis >= state.settings().slowFactor() * usual.getAsLong();
        add(on, isSlow ? slow(outcome, millis, usual.getAsLong()) : outcome, pod.fullName());
        if (!isSlow) {
            addCompletedLife(on, outcome.at(), millis);
        }
    }

    /**
     * Counts a completion, however short, as one of the {@link #COMPLETIONS} that prove the node healthy: such pods can
     * show no more.
     */
    private void addCompletedLife(PodTypeNodeState on, long at, long millis) {
        long needed = state.healingTime(on);
        on.addLife(at - millis, at - millis + needed / COMPLETIONS + 1);
    }

    private static Outcome slow(Outcome outcome, long millis, long usual) {
        String detail = "took " + millis / 1000 + " s, the median on other nodes is " + usual / 1000 + " s";
        return Outcome.ofPod(OutcomeCause.SLOW_JOB, outcome.at(), detail);
    }

    /** Returns the time from the first start of the containers to the last end, in ms; 0 if unknown. */
    private static long duration(PodFacts pod) {
        long first = Long.MAX_VALUE;
        long last = 0;
        for (ContainerFacts container : pod.containers()) {
            ContainerFacts.Ending ending = container.ended();
            if (!container.isInit() && ending != null && ending.started() != null && ending.finished() != null) {
                first = Math.min(first, ending.started().toEpochMilli());
                last = Math.max(last, ending.finished().toEpochMilli());
            }
        }
        return Math.max(0, last - first);
    }

    private void record(PodTypeNodeState to, Outcome outcome, double value, String pod) {
        String detail = outcome.detail();
        String some = detail.length() <= LONGEST_DETAIL ? detail : detail.substring(0, LONGEST_DETAIL - 1) + "…";
        // Interned: many outcomes have the same detail.
        RecordedOutcome recorded =
                new RecordedOutcome(Instant.ofEpochMilli(outcome.at()), outcome.cause(), value, pod, some.intern());
        state.record(to, recorded);
    }

    /** Returns whether an idempotency key is new, as far as is known, and remembers it. */
    public boolean isNew(PodTypeNodeState of, String key, long now) {
        return of.addKey(NameFingerprint.ofChosen(key), now, KEYS_KEPT, state.mostKeys());
    }
}
