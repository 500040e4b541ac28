package dev.edgewise.networkprobe.agent.probe;

import dev.edgewise.networkprobe.protocol.PeerResult;
import java.util.ArrayList;
import java.util.List;

/** A round under way: the echoes that are still to be sent, those that are not answered yet, and the results so far. */
final class ProbeRound {
    private final EchoTimetable plan;
    private final List<PeerCounters> tallies;
    private final Kind kind;
    private final List<PeerResult> results = new ArrayList<>();
    private long startNanos;
    private int next;
    private int open;

    /** Kinds of rounds. */
    enum Kind {
        REGULAR,
        /** A direct probe: a caller waits for it. */
        DIRECT,
        /** A repetition by TCP of the unanswered part of a regular round. */
        REPEATED;

        /** The kind of a round that repeats, by TCP, a part of such a one. */
        Kind repeated() {
            return this == REGULAR ? REPEATED : this;
        }
    }

    ProbeRound(EchoTimetable plan, List<PeerCounters> tallies, Kind kind, long startNanos) {
        this.plan = plan;
        this.tallies = tallies;
        this.kind = kind;
        this.startNanos = startNanos;
    }

    /** Number of echoes for each peer. */
    int echoes() {
        return plan.sends().size() / tallies.size();
    }

    /** Scheduled start, regardless of delays. */
    long startNanos() {
        return startNanos;
    }

    Kind kind() {
        return kind;
    }

    boolean allSent() {
        return next == plan.sends().size();
    }

    /** Time when the next echo is due; there must be one. */
    long dueNanos() {
        return startNanos + plan.sends().get(next).atNanos();
    }

    /**
     * Returns the peer of the next echo, which is sent now. If it was due long ago, later echoes are delayed as well:
     * no burst follows a stall.
     */
    PeerCounters send(long nowNanos, long toleranceNanos) {
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

    /**
     * Takes what was learnt about each peer, and by it about the way to it; names those that are to be measured again,
     * by TCP.
     */
    List<Peer> close(PeerTransportSelector routes) {
        List<Peer> again = new ArrayList<>();
        for (PeerCounters tally : tallies) {
            PeerResult result = tally.result();
            if (result == null) {
                routes.onlyTried(tally.peer);
            } else if (routes.learn(tally.peer, result, kind == Kind.DIRECT)) {
                again.add(tally.peer);
            } else {
                results.add(result);
            }
        }
        return again;
    }

    List<PeerResult> results() {
        return results;
    }

    /**
     * Returns whether the results are to be reported at once: a peer that cannot be reached is reported with the next
     * regular round.
     */
    boolean isNews() {
        return switch (kind) {
            case REGULAR -> true;
            case DIRECT -> !results.isEmpty();
            case REPEATED -> results.stream().anyMatch(result -> result.answered() > 0);
        };
    }
}
