package dev.edgewise.scheduler.signals.reward;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.common.signal.reward.Reward;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rewards of a row by the positions of a cluster's nodes: those that restrict are looked up at once, each other one
 * when its node is first asked about. Thread-safe.
 */
public final class RewardsByNode {
    /** Placeholder for a node without a reward in the row. */
    private static final Reward NONE = new Reward(
            0,
            0,
            0,
            QuarantineStatus.OPEN,
            Instant.EPOCH,
            new ObservationMetadata(Instant.EPOCH, "none", Duration.ofMillis(1)));

    private final RewardRow row;
    // Written without a lock: threads that meet look up the same.
    private final @Nullable Reward[] byPosition;
    private final BitSet restricted = new BitSet();

    /** @param positions of the nodes by their names, from 0 up; not to be changed any more */
    public RewardsByNode(RewardRow row, Map<String, Integer> positions) {
        this.row = row;
        this.byPosition = new Reward[positions.size()];
        row.restricted().forEach(node -> restrict(positions.get(node)));
    }

    private void restrict(@Nullable Integer position) {
        if (position != null) {
            restricted.set(position);
        }
    }

    public RewardRow row() {
        return row;
    }

    /**
     * The node's reward, if it closes the node or opens it for a trial only, and is valid at that moment; else null.
     *
     * @param position of the node; below zero if it has none
     */
    public @Nullable Reward restricting(String node, int position, Instant now) {
        boolean isRestricted = position < 0 ? row.restricted().contains(node) : restricted.get(position);
        return isRestricted ? valid(node, position, now) : null;
    }

    /**
     * The node's reward, if it is valid at that moment; else null.
     *
     * @param position of the node; below zero if it has none
     */
    public @Nullable Reward valid(String node, int position, Instant now) {
        if (position < 0) {
            return row.valid(node, now);
        }
        Reward known = byPosition[position];
        if (known == null) {
            known = row.of(node);
            known = known == null ? NONE : known;
            byPosition[position] = known;
        }
        return known != NONE && row.isValid(known, now) ? known : null;
    }
}
