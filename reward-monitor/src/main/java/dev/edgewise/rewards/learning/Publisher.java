package dev.edgewise.rewards.learning;

import dev.edgewise.common.signal.Observed;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRows;
import dev.edgewise.common.signal.reward.RewardState;
import dev.edgewise.rewards.estimates.Sums;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rewards as they are published, and whether a change is worth it. */
final class Publisher {
    private static final String SOURCE = "reward-monitor";
    private static final double VALUE_STEP = 0.05;
    private static final double CONFIDENCE_STEP = 0.1;
    /** A quarantine ends this long after it should if nobody says more of it. */
    private static final Duration GRACE = Duration.ofMinutes(2);

    private final LearnerState state;

    Publisher(LearnerState state) {
        this.state = state;
    }

    /** The reward of a type on a node as it is now. */
    static Reward reward(Cell cell, LearnerState state, long now) {
        return reward(cell, state, observed(state, now));
    }

    private static Reward reward(Cell cell, LearnerState state, Observed observed) {
        return reward(cell, Priors.others(cell), state, observed);
    }

    /** What rewards that are published at a moment have in common: one object of it for all that are published at once, as they are kept. */
    static Observed observed(LearnerState state, long now) {
        return new Observed(Instant.ofEpochMilli(now), SOURCE, state.settings.validFor());
    }

    private static Reward reward(Cell cell, Sums others, LearnerState state, Observed observed) {
        Standing standing = cell.standing;
        TypeNodeLedger.Pin pin = cell.pin;
        if (pin != null) {
            boolean closed = pin.value() < state.settings.quarantine().below();
            return new Reward(
                    pin.value(),
                    0,
                    1,
                    closed ? RewardState.QUARANTINED : RewardState.OPEN,
                    standing.since(),
                    new Observed(observed.at(), Observed.MANUAL, observed.validFor()));
        }
        long now = observed.at().toEpochMilli();
        Sums sums = cell.sums(state.decay, now);
        Duration left = Duration.ofMillis(Math.max(0, standing.until() - now)).plus(GRACE);
        boolean closed = standing.state() == RewardState.QUARANTINED;
        return new Reward(
                sums.towards(Priors.of(cell, others)),
                sums.weight(),
                sums.confidence(),
                standing.state(),
                standing.since(),
                closed && left.compareTo(observed.validFor()) < 0
                        ? new Observed(observed.at(), SOURCE, left)
                        : observed);
    }

    static Reward ofType(TypeState type, LearnerState state, long now) {
        return ofSums(type.sums(), state, now);
    }

    static Reward ofNode(NodeState node, LearnerState state, long now) {
        return ofSums(Priors.ofNode(node), state, now);
    }

    private static Reward ofSums(Sums sums, LearnerState state, long now) {
        return new Reward(
                sums.towards(Priors.NEUTRAL),
                sums.weight(),
                sums.confidence(),
                RewardState.OPEN,
                Instant.EPOCH,
                observed(state, now));
    }

    void publish(Cell cell, Sums others, Writes writes, Observed observed) {
        long now = observed.at().toEpochMilli();
        if (cell.pin != null && cell.pin.until() != null && cell.pin.until().toEpochMilli() <= now) {
            cell.pin = null;
            cell.isUnwritten = true;
            state.lookAt(cell, now + 1);
        }
        Reward reward = reward(cell, others, state, observed);
        if (isNews(cell.published, reward)) {
            Reward before = cell.published;
            cell.pause = 0;
            put(cell, reward, writes);
            if (before != null && isOld(before, now, 2)) {
                row(cell.type, writes, observed);
            }
        }
    }

    /** Publishes what would be due soon, too: who follows a row reads all of it whenever anything in it changes. */
    private void row(TypeState type, Writes writes, Observed observed) {
        long now = observed.at().toEpochMilli();
        type.published = null;
        for (Cell cell : type.cells.values()) {
            if (cell.published != null && isOld(cell.published, now, 4)) {
                put(cell, reward(cell, state, observed), writes);
            }
        }
    }

    private static void put(Cell cell, Reward reward, Writes writes) {
        cell.published = reward;
        writes.reward(RewardRows.ofType(cell.type.name), cell.node.name, Optional.of(reward));
    }

    /** Whether a part of the time for which it holds is over. */
    private static boolean isOld(Reward reward, long now, int part) {
        Observed observed = reward.observed();
        return observed.age(Instant.ofEpochMilli(now)).multipliedBy(part).compareTo(observed.validFor()) >= 0;
    }

    /** Publishes types over all nodes, and nodes over all types, of which something was looked at. */
    void sums(Set<Cell> looked, Writes writes, long now) {
        Set<TypeState> types = new HashSet<>();
        Set<NodeState> nodes = new HashSet<>();
        looked.forEach(cell -> {
            types.add(cell.type);
            nodes.add(cell.node);
        });
        types.forEach(type -> type(type, writes, now));
        nodes.forEach(node -> node(node, writes, now));
    }

    private void type(TypeState type, Writes writes, long now) {
        boolean exists = state.types.get(type.name) == type;
        Reward reward = exists ? ofType(type, state, now) : null;
        if (isNews(type.published, reward)) {
            type.published = reward;
            writes.reward(RewardRows.ofType(type.name), RewardRows.ALL, Optional.ofNullable(reward));
        }
    }

    private void node(NodeState node, Writes writes, long now) {
        Reward reward = node.cells.isEmpty() ? null : ofNode(node, state, now);
        if (isNews(node.published, reward)) {
            node.published = reward;
            writes.reward(RewardRows.NODES, node.name, Optional.ofNullable(reward));
        }
    }

    private boolean isNews(@Nullable Reward before, @Nullable Reward after) {
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
