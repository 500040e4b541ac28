package dev.edgewise.rewards.learning;

import dev.edgewise.rewards.learning.facts.PodFacts;
import dev.edgewise.rewards.learning.facts.PodWarning;
import dev.edgewise.rewards.learning.ledger.CountedOutcomes;
import dev.edgewise.rewards.learning.state.LearnerState;
import dev.edgewise.rewards.learning.state.Outcome;
import dev.edgewise.rewards.learning.state.OutcomeRecorder;
import dev.edgewise.rewards.learning.state.PodState;
import dev.edgewise.rewards.learning.state.PodTypeNodeState;
import dev.edgewise.rewards.outcomes.NameFingerprint;
import dev.edgewise.rewards.outcomes.OutcomeCause;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Counts Warning events of pods. */
final class WarningRecorder {
    private static final int EARLY_KEPT = 1_000;

    private final LearnerState state;
    private final OutcomeRecorder recorder;
    /** Events of pods that are not known or not bound yet. */
    private final Map<String, PodWarning> early = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, PodWarning> eldest) {
            return size() > EARLY_KEPT;
        }
    };

    WarningRecorder(LearnerState state, OutcomeRecorder recorder) {
        this.state = state;
        this.recorder = recorder;
    }

    /** Counts the event that came before its pod, if there is one. */
    void known(String uid, Instant now) {
        PodWarning warning = early.remove(uid);
        if (warning != null) {
            event(warning, now);
        }
    }

    /** Takes an event of a pod; keeps it if the pod is not known yet. */
    void event(PodWarning warning, Instant now) {
        Optional<OutcomeCause> cause = warning.cause();
        long print = NameFingerprint.of(warning.uid());
        if (cause.isEmpty() || state.isGone(print)) {
            return;
        }
        PodState pod = state.pod(print);
        if (pod == null) {
            early.put(warning.uid(), warning);
        } else if (warning.node().isEmpty()
                || warning.node().equals(pod.typeNode().node().name())) {
            count(pod, cause.get(), warning, now.toEpochMilli());
        }
    }

    /**
     * Counts a failed binding. The pod need not be on the node, so its own record cannot show that this was counted: an
     * idempotency key does.
     */
    void notBound(PodFacts pod, PodWarning warning, long now) {
        long at = Math.min(now, warning.at().toEpochMilli());
        if (!state.exists(warning.node()) || now - at > OutcomeRecorder.KEYS_KEPT) {
            return;
        }
        PodTypeNodeState on = state.typeNode(pod.type(), warning.node(), now);
        if (on != null && recorder.isNew(on, pod.uid() + " is not bound", now)) {
            recorder.add(on, Outcome.ofPod(OutcomeCause.BINDING, at, warning.message()), pod.fullName());
        }
    }

    private void count(PodState pod, OutcomeCause cause, PodWarning warning, long now) {
        if (pod.isDone()) {
            return;
        }
        PodTypeNodeState on = pod.typeNode();
        CountedOutcomes before = on.counted(pod);
        long at = Math.min(now, warning.at().toEpochMilli());
        boolean known = cause == OutcomeCause.PROBE ? isProbed(before, pod, at) : before.has(cause);
        if (!known) {
            on.count(pod, cause == OutcomeCause.PROBE ? before.probedAt(at) : before.with(cause));
            recorder.add(on, Outcome.ofPod(cause, pod.isKnown(now) ? now : at, warning.message()), pod.fullName());
        }
    }

    /** Returns whether a failed probe counted in this run, or is of a run that has ended. */
    private static boolean isProbed(CountedOutcomes counted, PodState pod, long at) {
        long run = pod.latestRun();
        return run == 0 || at < run || counted.probed() >= run;
    }
}
