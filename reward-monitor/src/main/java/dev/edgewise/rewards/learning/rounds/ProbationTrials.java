package dev.edgewise.rewards.learning.rounds;

import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.rewards.learning.ledger.QuarantineState;
import dev.edgewise.rewards.learning.settings.QuarantineSettings;
import dev.edgewise.rewards.learning.state.PodTypeNodeState;

/** Decides when a type may try a node that is bad for several types: they take turns, and wait after each failure. */
final class ProbationTrials {
    /** Time after which a trial that no pod has begun blocks no other type, in ms. */
    private static final long MUST_BEGIN = 60_000;

    private final long pause;

    ProbationTrials(QuarantineSettings settings) {
        this.pause = settings.longest().toMillis() / 2;
    }

    /**
     * Returns whether a type may try its node now. Types of a namespace take turns, independent of other namespaces.
     */
    boolean mayTry(PodTypeNodeState state, long now) {
        String namespace = state.type().namespace();
        for (PodTypeNodeState other : state.node().types()) {
            if (other.type().namespace().equals(namespace) && (waits(other, now) || isTrying(other, now))) {
                return false;
            }
        }
        return true;
    }

    /** Once the node is healthy for one type, the others need not wait for each other. */
    private boolean waits(PodTypeNodeState state, long now) {
        long failed = state.trialFailedAt();
        return failed > 0 && state.node().healedAt() <= failed && now - failed < pause;
    }

    private static boolean isTrying(PodTypeNodeState state, long now) {
        QuarantineState quarantine = state.quarantine();
        long since = quarantine.sinceMillis();
        return quarantine.state() == QuarantineStatus.PROBATION
                && (now - since < MUST_BEGIN || state.pods().stream().anyMatch(pod -> pod.seen() >= since));
    }
}
