package dev.edgewise.networkprobe.agent.report;

import dev.edgewise.networkprobe.agent.probe.RoundResult;
import dev.edgewise.networkprobe.protocol.Report;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reports that wait: the newest and the one before it. Older ones are dropped: while the coordinator is unreachable
 * nothing piles up, and afterwards it learns the current state. The coordinator sets the rounds per report, but awaited
 * rounds, and the first rounds of an agent, of which nothing is known yet, are reported one by one.
 */
public final class ReportQueue {
    private static final int MOST = 2;
    private static final int FIRST_ROUNDS = 6;

    private final long session;
    private final Clock clock;
    private final Random random;
    private final Deque<Report> waiting = new ArrayDeque<>();
    private @Nullable RoundResult gathered;
    private int roundsPerReport = 1;
    private long rounds;
    private int singly = FIRST_ROUNDS;
    /** Rounds until the next report. */
    private int left = 1;

    /** @param random spreads the reports of many agents that were started together */
    public ReportQueue(long session, Clock clock, Random random) {
        this.session = session;
        this.clock = clock;
        this.random = random;
    }

    /** Sets the number of rounds that make a report, from now on. */
    synchronized void roundsPerReport(int rounds) {
        roundsPerReport = rounds;
        left = Math.min(left, rounds);
    }

    public synchronized void add(RoundResult result) {
        rounds++;
        if (result.awaited()) {
            put(result);
            return;
        }
        RoundResult all = gathered == null ? result : gathered.and(result);
        gathered = all;
        left--;
        if (left <= 0) {
            gathered = null;
            left = untilNext();
            put(all);
        }
    }

    private int untilNext() {
        if (singly == 0) {
            return roundsPerReport;
        }
        singly--;
        return singly == 0 ? 1 + random.nextInt(roundsPerReport) : 1;
    }

    private void put(RoundResult result) {
        waiting.add(new Report(session, null, rounds, clock.millis(), result.stalls(), result.peers()));
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

    /** Removes a report that was sent or never will be; it may be removed already. */
    synchronized void remove(Report report) {
        waiting.remove(report);
    }
}
