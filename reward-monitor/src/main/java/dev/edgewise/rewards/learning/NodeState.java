package dev.edgewise.rewards.learning;

import dev.edgewise.common.signal.reward.Reward;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known of a node. */
final class NodeState {
    /** A kubelet that is back says how its pods are within this time, in ms. */
    static final long SPEAKS_WITHIN = 30_000;

    private static final long HEARD_WITHIN = 60_000;

    final String name;
    /** Of all types that ran there. */
    final List<Cell> cells = new ArrayList<>(4);

    boolean exists;
    boolean isReady = true;
    /** When it was ready last, and since when it is again, in ms since the epoch. */
    private long silent = Long.MAX_VALUE;

    private long back = Long.MIN_VALUE;
    private boolean isKnown;
    /** When it was open to a type again that it had been closed to, in ms since the epoch; 0: never. */
    long healed;

    @Nullable
    Reward published;

    NodeState(String name) {
        this.name = name;
    }

    void heard(NodeFacts facts, long now) {
        if (facts.silentSince() != null) {
            // One that is gone again before its pods spoke was not back.
            silent = isSeen(now) ? silentSince(facts.silentSince().toEpochMilli(), now) : silent;
        } else if (!isReady) {
            back = now;
        }
        isReady = facts.isReady();
        isKnown = true;
    }

    /** The clock of a node that says so itself may be behind: of one that was ready here, that is heard soon. */
    private long silentSince(long said, long now) {
        return Math.min(now, isKnown ? Math.max(said, now - HEARD_WITHIN) : said);
    }

    /** Whether what its pods' statuses say is true now. */
    boolean isSeen(long now) {
        return isReady && now - SPEAKS_WITHIN >= back;
    }

    /** When one that is back has been so for long enough, in ms since the epoch. */
    long seenAgain(long now) {
        return isReady && !isSeen(now) ? back + SPEAKS_WITHIN : Long.MAX_VALUE;
    }

    /** Until when its pods' statuses were true, in ms since the epoch: what they say of a node that is silent is what was last seen. */
    long seenUntil(long now) {
        return isSeen(now) ? now : Math.min(now, silent);
    }
}
