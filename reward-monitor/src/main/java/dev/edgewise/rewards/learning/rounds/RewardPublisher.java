package dev.edgewise.rewards.learning.rounds;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRowNames;
import dev.edgewise.rewards.estimates.OutcomeSums;
import dev.edgewise.rewards.learning.state.LearnerState;
import dev.edgewise.rewards.learning.state.NodeState;
import dev.edgewise.rewards.learning.state.PodTypeNodeState;
import dev.edgewise.rewards.learning.state.PodTypeState;
import dev.edgewise.rewards.learning.value.RewardCalculator;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Publishes rewards whose change is worth it. */
final class RewardPublisher {
    private static final double VALUE_STEP = 0.05;
    private static final double CONFIDENCE_STEP = 0.1;

    private final LearnerState state;
    private final RewardCalculator current;

    RewardPublisher(LearnerState state, RewardCalculator current) {
        this.state = state;
        this.current = current;
    }

    /** Publishes the reward of a type on a node if it is news. @param others opinion of other types on the node */
    void publish(PodTypeNodeState of, OutcomeSums others, PendingWrites writes, ObservationMetadata observed) {
        long now = observed.at().toEpochMilli();
        if (of.removeEndedPin(now)) {
            state.evaluateBy(of, now + 1);
        }
        Reward reward = current.of(of, others, observed);
        Reward before = of.published();
        if (isNews(before, reward)) {
            of.evaluateOften();
            put(of, reward, writes);
            if (before != null && isOld(before, now, 2)) {
                row(of.type(), writes, observed);
            }
        }
    }

    /** Publishes all of a row that would be due soon: followers read a row as a whole whenever it changes. */
    private void row(PodTypeState type, PendingWrites writes, ObservationMetadata observed) {
        long now = observed.at().toEpochMilli();
        type.publish(null);
        for (PodTypeNodeState each : type.nodes().values()) {
            Reward before = each.published();
            if (before != null && isOld(before, now, 4)) {
                put(each, current.of(each, observed), writes);
            }
        }
    }

    private static void put(PodTypeNodeState of, Reward reward, PendingWrites writes) {
        of.publish(reward);
        writes.reward(RewardRowNames.ofType(of.type().name()), of.node().name(), Optional.of(reward));
    }

    /** Returns whether a part of the time for which it is valid is over. */
    private static boolean isOld(Reward reward, long now, int part) {
        ObservationMetadata observed = reward.observed();
        return observed.age(Instant.ofEpochMilli(now)).multipliedBy(part).compareTo(observed.validFor()) >= 0;
    }

    /** Publishes types over all nodes, and nodes over all types, of all that was evaluated. */
    void sums(Set<PodTypeNodeState> evaluated, PendingWrites writes, long now) {
        Set<PodTypeState> types = new HashSet<>();
        Set<NodeState> nodes = new HashSet<>();
        evaluated.forEach(each -> {
            types.add(each.type());
            nodes.add(each.node());
        });
        types.forEach(type -> type(type, writes, now));
        nodes.forEach(node -> node(node, writes, now));
    }

    private void type(PodTypeState type, PendingWrites writes, long now) {
        boolean exists = state.type(type.name()) == type;
        Reward reward = exists ? current.ofType(type, now) : null;
        if (isNews(type.published(), reward)) {
            type.publish(reward);
            writes.reward(RewardRowNames.ofType(type.name()), RewardRowNames.ALL, Optional.ofNullable(reward));
        }
    }

    private void node(NodeState node, PendingWrites writes, long now) {
        Reward reward = node.types().isEmpty() ? null : current.ofNode(node, now);
        if (isNews(node.published(), reward)) {
            node.publish(reward);
            writes.reward(RewardRowNames.NODES, node.name(), Optional.ofNullable(reward));
        }
    }

    private static boolean isNews(@Nullable Reward before, @Nullable Reward after) {
        if (before == null || after == null) {
            return before != after;
        }
        return before.state() != after.state()
                || !before.since().equals(after.since())
                || Math.abs(before.value() - after.value()) >= VALUE_STEP
                || Math.abs(before.confidence() - after.confidence()) >= CONFIDENCE_STEP
                || !before.observed().source().equals(after.observed().source())
                || isOld(before, after.observed().at().toEpochMilli(), 2);
    }
}
