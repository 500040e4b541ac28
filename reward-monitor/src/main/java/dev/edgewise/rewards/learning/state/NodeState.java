package dev.edgewise.rewards.learning.state;

import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.rewards.learning.facts.NodeFacts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state of one node: whether the reports of its kubelet are current, and the types that ran there. */
public final class NodeState {
    /** A kubelet that is ready again reports the state of its pods within this time, in ms. */
    static final long REPORTS_WITHIN = 30_000;

    private static final long HEARD_WITHIN = 60_000;

    private final String name;
    private final List<PodTypeNodeState> types = new ArrayList<>(4);

    private boolean exists;
    private boolean isReady = true;
    /** The time when it was ready last, and that since which it is ready again, in ms since the epoch. */
    private long silent = Long.MAX_VALUE;

    private long back = Long.MIN_VALUE;
    private boolean isKnown;
    /** The time when it opened again to a type that it had been closed to, in ms since the epoch; 0: never. */
    private long healed;

    private @Nullable Reward published;

    public NodeState(String name) {
        this.name = name;
    }

    public String name() {
        return name;
    }

    /** The state of each type that ran there. */
    public List<PodTypeNodeState> types() {
        return Collections.unmodifiableList(types);
    }

    void add(PodTypeNodeState type) {
        types.add(type);
    }

    void remove(PodTypeNodeState type) {
        types.remove(type);
    }

    public boolean exists() {
        return exists;
    }

    void exists(boolean whether) {
        exists = whether;
    }

    public boolean isReady() {
        return isReady;
    }

    void heard(NodeFacts facts, long now) {
        if (facts.silentSince() != null) {
            // A node that fails again before its kubelet reports is still considered down.
            silent = isSeen(now) ? silentSince(facts.silentSince().toEpochMilli(), now) : silent;
        } else if (!isReady) {
            back = now;
        }
        isReady = facts.isReady();
        isKnown = true;
    }

    /**
     * The clock of a node that reports this itself may be behind; that a known node is silent is heard within a minute.
     */
    private long silentSince(long said, long now) {
        return Math.min(now, isKnown ? Math.max(said, now - HEARD_WITHIN) : said);
    }

    /** Returns whether the statuses of its pods are current. */
    public boolean isSeen(long now) {
        return isReady && now - REPORTS_WITHIN >= back;
    }

    /**
     * Returns when the statuses of its pods are current again, in ms since the epoch, if it is ready again; else {@link
     * Long#MAX_VALUE}.
     */
    public long seenAgain(long now) {
        return isReady && !isSeen(now) ? back + REPORTS_WITHIN : Long.MAX_VALUE;
    }

    /**
     * Returns the moment until which the statuses of its pods were true, in ms since the epoch: statuses of a silent
     * node show what was last seen.
     */
    public long seenUntil(long now) {
        return isSeen(now) ? now : Math.min(now, silent);
    }

    /** The time when it opened again to a type that it had been closed to, in ms since the epoch; 0: never. */
    public long healedAt() {
        return healed;
    }

    void healed(long now) {
        healed = now;
    }

    /** The reward over all types that was published last; null: none. */
    public @Nullable Reward published() {
        return published;
    }

    public void publish(@Nullable Reward reward) {
        published = reward;
    }
}
