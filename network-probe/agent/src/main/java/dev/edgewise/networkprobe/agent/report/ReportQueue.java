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
 * What waits to be reported: the newest report and the one before it. Older ones are forgotten: while the coordinator is away
 * nothing piles up, and afterwards it learns how things are now. As many rounds make a report as the coordinator says, but those
 * that are awaited, and the first ones of an agent, of which nothing is known yet, are reported one by one.
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

    /** How many rounds are to make a report, from now on. */
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

    /** It was reported, or will never be; it may be gone already. */
    synchronized void remove(Report report) {
        waiting.remove(report);
    }
}
