package dev.edgewise.scheduler.plugins.reward;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.scheduler.framework.SignalEvidence;
import dev.edgewise.scheduler.signals.reward.RewardRow;
import java.time.Instant;
import java.util.Locale;

/** Names the rewards that a pod was judged by, with their age. */
final class RewardSignalEvidenceFactory {
    private static final String SIGNAL = "reward";
    private static final String ALL = "*";

    private RewardSignalEvidenceFactory() {}

    /** Sums up the pod's type on all nodes, aged as the oldest of them. */
    static SignalEvidence sum(LearnedRewards rewards) {
        RewardRow.Coverage known = rewards.ofType().coverage();
        String words = "of type " + rewards.type() + ": " + known.nodes() + " nodes, " + known.quarantined()
                + " in quarantine, " + known.onProbation() + " on probation";
        if (known.nodes() == 0) {
            return new SignalEvidence(SIGNAL, ALL, null, SignalEvidence.State.MISSING, words);
        }
        boolean anyStale = rewards.now().isAfter(known.until());
        SignalEvidence.State state = anyStale ? SignalEvidence.State.STALE : SignalEvidence.State.FRESH;
        return new SignalEvidence(SIGNAL, ALL, ObservationMetadata.age(known.oldest(), rewards.now()), state, words);
    }

    /** Returns the signal of one node, also where it is stale. */
    static SignalEvidence of(String node, LearnedRewards rewards) {
        Reward own = rewards.ofType().of(node);
        Reward known = own == null ? rewards.ofAll().of(node) : own;
        if (known == null) {
            return new SignalEvidence(SIGNAL, node, null, SignalEvidence.State.MISSING);
        }
        Instant now = rewards.now();
        SignalEvidence.State state =
                known.observed().staleAt(now) ? SignalEvidence.State.STALE : SignalEvidence.State.FRESH;
        return new SignalEvidence(
                SIGNAL, node, known.observed().age(now), state, words(known, own == null, rewards.type(), now));
    }

    private static String words(Reward reward, boolean ofAll, String type, Instant now) {
        String value = String.format(
                Locale.ROOT,
                "%.2f from %.1f outcomes of %s, confidence %.2f",
                reward.value(),
                reward.samples(),
                ofAll ? "all types" : "type " + type,
                reward.confidence());
        long seconds = ObservationMetadata.age(reward.since(), now).toSeconds();
        return switch (reward.state()) {
            case OPEN -> value;
            case QUARANTINED -> value + ", in quarantine for " + seconds + " s";
            case PROBATION -> value + ", on probation for " + seconds + " s";
        };
    }
}
