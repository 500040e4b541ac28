package dev.edgewise.networkprobe.agent.probe;

import dev.edgewise.networkprobe.protocol.PeerResult;
import java.util.ArrayList;
import java.util.List;

/** A round on its way: what is still to be sent, what is still to be answered, and what was learnt. */
final class Round {
    private final RoundPlan plan;
    private final List<PeerTally> tallies;
    private final boolean awaited;
    private final List<PeerResult> results = new ArrayList<>();
    private long startNanos;
    private int next;
    private int open;

    Round(RoundPlan plan, List<PeerTally> tallies, boolean awaited, long startNanos) {
        this.plan = plan;
        this.tallies = tallies;
        this.awaited = awaited;
        this.startNanos = startNanos;
    }

    /** Takes over what was learnt in a round that this one completes. */
    void takeOver(Round earlier) {
        results.addAll(earlier.results);
    }

    /** How many each peer gets. */
    int echoes() {
        return plan.sends().size() / tallies.size();
    }

    /** When it started, as if nothing had put it off. */
    long startNanos() {
        return startNanos;
    }

    boolean awaited() {
        return awaited;
    }

    boolean allSent() {
        return next == plan.sends().size();
    }

    /** When the next echo is due; there must be one. */
    long dueNanos() {
        return startNanos + plan.sends().get(next).atNanos();
    }

    /** The peer of the next echo, which is sent now. Was it due long ago, all later ones are put off too: no burst follows a stall. */
    PeerTally send(long nowNanos, long toleranceNanos) {
        long late = nowNanos - dueNanos();
        if (late > toleranceNanos) {
            startNanos += late;
        }
        open++;
        return tallies.get(plan.sends().get(next++).peer());
    }

    void settled() {
        open--;
    }

    boolean complete() {
        return allSent() && open == 0;
    }

    /** Takes what was learnt about each peer, and by it about the way to it; names those that are to be measured again, by TCP. */
    List<Peer> close(Routes routes) {
        List<Peer> again = new ArrayList<>();
        for (PeerTally tally : tallies) {
            PeerResult result = tally.result();
            if (result != null && routes.learn(tally.peer, result, awaited)) {
                again.add(tally.peer);
            } else if (result != null) {
                results.add(result);
            }
        }
        return again;
    }

    List<PeerResult> results() {
        return results;
    }
}
