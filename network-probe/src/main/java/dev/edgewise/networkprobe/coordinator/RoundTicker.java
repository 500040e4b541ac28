package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.common.signal.publish.WriterElection;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/** Begins the coordinator's rounds on a thread of their own: they continue while the store is slow, or away. */
final class RoundTicker {
    /** Interval of checks whether a round is due. */
    static final Duration STEP = Duration.ofMillis(200);

    private final Consumer<Instant> work;
    private final NodeDirectory nodes;
    private final WriterElection turn;
    private final SteadyTime time;
    private final Duration round;
    private Instant nextRound = Instant.MIN;

    /** @param work of a round */
    RoundTicker(Consumer<Instant> work, NodeDirectory nodes, WriterElection turn, SteadyTime time, Duration round) {
        this.work = work;
        this.nodes = nodes;
        this.turn = turn;
        this.time = time;
        this.round = round;
    }

    /** A round begins once the nodes are known, and if no other process writes. */
    void step() {
        Instant now = time.now();
        if (nodes.isComplete() && turn.other().isEmpty() && !now.isBefore(nextRound)) {
            nextRound = now.plus(round);
            work.accept(now);
        }
    }
}
