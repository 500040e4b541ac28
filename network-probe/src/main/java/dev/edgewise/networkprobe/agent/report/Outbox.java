package dev.edgewise.networkprobe.agent.report;

import dev.edgewise.networkprobe.agent.probe.RoundResult;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The rounds that wait to be reported: the newest and the one before it, which may be one that was asked for. Older ones are
 * forgotten: while the coordinator is away nothing piles up, and afterwards it learns how things are now.
 */
public final class Outbox {
    private static final int MOST = 2;

    private final Clock clock;
    private final Deque<Report> waiting = new ArrayDeque<>();
    private long rounds;

    /** An empty one. */
    public Outbox(Clock clock) {
        this.clock = clock;
    }

    /** A round is over. */
    public synchronized void add(RoundResult result) {
        waiting.add(new Report(++rounds, clock.instant(), result));
        if (waiting.size() > MOST) {
            waiting.remove();
        }
        notifyAll();
    }

    /** The first that waits, which stays until it is removed; null if there is none for so long. */
    synchronized @Nullable Report first(long waitMillis) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
        while (waiting.isEmpty()) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                return null;
            }
            wait(left);
        }
        return waiting.getFirst();
    }

    /** It was reported, or will never be; it may be gone already. */
    synchronized void remove(Report report) {
        waiting.remove(report);
    }
}
