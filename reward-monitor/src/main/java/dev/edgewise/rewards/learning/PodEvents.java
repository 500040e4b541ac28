package dev.edgewise.rewards.learning;

import dev.edgewise.rewards.outcomes.Cause;
import dev.edgewise.rewards.outcomes.Fingerprint;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Counts Warning events of pods. */
final class PodEvents {
    private static final int EARLY_KEPT = 1_000;

    private final LearnerState state;
    private final Tally tally;
    /** Events of pods that are not known or not bound yet. */
    private final Map<String, PodTrouble> early = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, PodTrouble> eldest) {
            return size() > EARLY_KEPT;
        }
    };

    PodEvents(LearnerState state, Tally tally) {
        this.state = state;
        this.tally = tally;
    }

    /** A pod is known now, of which an event may have come before. */
    void known(String uid, Instant now) {
        PodTrouble trouble = early.remove(uid);
        if (trouble != null) {
            event(trouble, now);
        }
    }

    void event(PodTrouble trouble, Instant now) {
        Optional<Cause> cause = Troubles.cause(trouble);
        long print = Fingerprint.of(trouble.uid());
        if (cause.isEmpty() || state.isGone(print)) {
            return;
        }
        PodState pod = state.pods.get(print);
        if (pod == null) {
            early.put(trouble.uid(), trouble);
        } else if (trouble.node().isEmpty() || trouble.node().equals(pod.cell.node.name)) {
            count(pod, cause.get(), trouble, now.toEpochMilli());
        }
    }

    /** The pod need not be on the node, so nothing of it says there what was counted: that is known for as long as keys are kept. */
    void notBound(PodFacts pod, PodTrouble trouble, long now) {
        long at = Math.min(now, trouble.at().toEpochMilli());
        if (!state.exists(trouble.node()) || now - at > Tally.KEYS_KEPT) {
            return;
        }
        Cell cell = state.cell(pod.type(), trouble.node(), now);
        if (cell != null && tally.isNew(cell, pod.uid() + " is not bound", now)) {
            tally.add(cell, Finding.ofPod(Cause.BINDING, at, trouble.message()), pod.fullName());
        }
    }

    private void count(PodState pod, Cause cause, PodTrouble trouble, long now) {
        if (pod.isDone) {
            return;
        }
        Cell cell = pod.cell;
        Counted before = cell.counted(pod);
        long at = Math.min(now, trouble.at().toEpochMilli());
        boolean known = cause == Cause.PROBE ? isProbed(before, pod, at) : before.has(cause);
        if (!known) {
            cell.count(pod, cause == Cause.PROBE ? before.probedAt(at) : before.with(cause));
            tally.add(cell, Finding.ofPod(cause, pod.isKnown(now) ? now : at, trouble.message()), pod.fullName());
        }
    }

    /** Whether it counted in this run, or the run that it was in has ended. */
    private static boolean isProbed(Counted counted, PodState pod, long at) {
        long run = pod.latestRun();
        return run == 0 || at < run || counted.probed() >= run;
    }
}
