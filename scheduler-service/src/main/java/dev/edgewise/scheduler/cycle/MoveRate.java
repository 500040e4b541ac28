package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.time.Ticker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** How many pods are moved for others in a minute. For one thread. */
final class MoveRate {
    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final int most;
    private final Ticker ticker;
    private final Deque<Long> moves = new ArrayDeque<>();

    MoveRate(int most, Ticker ticker) {
        this.most = most;
        this.ticker = ticker;
    }

    /** Whether one more is. */
    boolean allows() {
        while (!moves.isEmpty() && ticker.since(moves.getFirst()).compareTo(WINDOW) >= 0) {
            moves.removeFirst();
        }
        return moves.size() < most;
    }

    void count() {
        moves.addLast(ticker.nanos());
    }
}
