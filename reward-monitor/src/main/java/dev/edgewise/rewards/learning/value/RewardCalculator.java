package dev.edgewise.rewards.learning.value;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.rewards.estimates.OutcomeSums;
import dev.edgewise.rewards.learning.ledger.PodTypeNodeLedger;
import dev.edgewise.rewards.learning.ledger.QuarantineState;
import dev.edgewise.rewards.learning.state.LearnerState;
import dev.edgewise.rewards.learning.state.NodeState;
import dev.edgewise.rewards.learning.state.PodTypeNodeState;
import dev.edgewise.rewards.learning.state.PodTypeState;
import java.time.Duration;
import java.time.Instant;

/** Computes rewards as they are at a moment. */
public final class RewardCalculator {
    private static final String SOURCE = "reward-monitor";
    /** Time after the end of a quarantine at which it ends unless it is published again. */
    private static final Duration GRACE = Duration.ofMinutes(2);

    private final LearnerState state;

    public RewardCalculator(LearnerState state) {
        this.state = state;
    }

    /**
     * Returns what rewards of one moment have in common: one object for all that are published at once, as they are
     * kept.
     */
    public ObservationMetadata observed(long now) {
        return new ObservationMetadata(
                Instant.ofEpochMilli(now), SOURCE, state.settings().validFor());
    }

    /** Returns the reward of a type on a node. */
    public Reward of(PodTypeNodeState of, ObservationMetadata observed) {
        return of(of, PriorRewards.others(of), observed);
    }

    /** Returns the reward of a type on a node. @param others opinion of other types on the node */
    public Reward of(PodTypeNodeState of, OutcomeSums others, ObservationMetadata observed) {
        QuarantineState quarantine = of.quarantine();
        PodTypeNodeLedger.Pin pin = of.pin();
        if (pin != null) {
            return pinned(pin, quarantine, observed);
        }
        long now = observed.at().toEpochMilli();
        OutcomeSums sums = of.sums(state.decay(), now);
        Duration left = Duration.ofMillis(Math.max(0, quarantine.until() - now)).plus(GRACE);
        boolean closed = quarantine.state() == QuarantineStatus.QUARANTINED;
        return new Reward(
                sums.towards(PriorRewards.of(of, others)),
                sums.weight(),
                sums.confidence(),
                quarantine.state(),
                quarantine.since(),
                closed && left.compareTo(observed.validFor()) < 0
                        ? new ObservationMetadata(observed.at(), SOURCE, left)
                        : observed);
    }

    private Reward pinned(PodTypeNodeLedger.Pin pin, QuarantineState quarantine, ObservationMetadata observed) {
        boolean closed = pin.value() < state.settings().quarantine().below();
        return new Reward(
                pin.value(),
                0,
                1,
                closed ? QuarantineStatus.QUARANTINED : QuarantineStatus.OPEN,
                quarantine.since(),
                new ObservationMetadata(observed.at(), ObservationMetadata.MANUAL, observed.validFor()));
    }

    /** Returns the reward of a type over all nodes. */
    public Reward ofType(PodTypeState type, long now) {
        return ofSums(type.sums(), now);
    }

    /** Returns the reward of a node over all types. */
    public Reward ofNode(NodeState node, long now) {
        return ofSums(PriorRewards.ofNode(node), now);
    }

    private Reward ofSums(OutcomeSums sums, long now) {
        return new Reward(
                sums.towards(PriorRewards.NEUTRAL),
                sums.weight(),
                sums.confidence(),
                QuarantineStatus.OPEN,
                Instant.EPOCH,
                observed(now));
    }
}
