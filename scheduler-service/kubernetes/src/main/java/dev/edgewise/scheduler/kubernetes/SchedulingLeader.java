package dev.edgewise.scheduler.kubernetes;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.lease.LeaderCallbacks;
import dev.edgewise.kubernetes.lease.ProcessTerminator;
import dev.edgewise.scheduler.cycle.PodMistakeReporter;
import dev.edgewise.scheduler.cycle.SchedulingLoop;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the scheduling loop while this replica leads. */
final class SchedulingLeader implements LeaderCallbacks {
    private static final Logger LOG = LoggerFactory.getLogger(SchedulingLeader.class);
    /** A decision takes milliseconds. */
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private static final long NOT_WAITING = -1;

    private final SchedulingLoop loop;
    private final Supplier<CompletionStage<Void>> caughtUp;
    private final Runnable lastWrites;
    private final List<PodMistakeReporter> announcers;
    private final Ticker ticker;
    private final Duration drain;
    private boolean drained;
    private int term;
    /** When the term began of which nothing was decided yet, by the ticker; else {@link #NOT_WAITING}. */
    private long waitsSince = NOT_WAITING;

    /**
     * @param caughtUp done when all that was bound by now is known
     * @param lastWrites ends what was ordered while this replica led; runs before another may lead
     * @param announcers tell what they hold while this replica decides
     * @param drain how long bindings under way may take at the end
     */
    SchedulingLeader(
            SchedulingLoop loop,
            Supplier<CompletionStage<Void>> caughtUp,
            Runnable lastWrites,
            List<PodMistakeReporter> announcers,
            Ticker ticker,
            Duration drain) {
        this.loop = loop;
        this.caughtUp = caughtUp;
        this.lastWrites = lastWrites;
        this.announcers = List.copyOf(announcers);
        this.ticker = ticker;
        this.drain = drain;
    }

    @Override
    public synchronized void startedLeading() {
        if (drained) {
            return;
        }
        int begun = ++term;
        waitsSince = ticker.nanos();
        caughtUp.get().thenRun(() -> decide(begun));
    }

    private synchronized void decide(int begun) {
        if (begun == term) {
            waitsSince = NOT_WAITING;
            loop.start();
            announcers.forEach(PodMistakeReporter::begin);
        }
    }

    @Override
    public synchronized void stoppedLeading() {
        endTerm();
        try {
            if (!loop.pause(PAUSE)) {
                LOG.error("A decision takes too long, so this process ends; limitSeconds={}", PAUSE.toSeconds());
                ProcessTerminator.cannotStepDown();
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops deciding, and lets the bindings and preemptions under way end. */
    @Override
    public boolean drain() {
        synchronized (this) {
            drained = true;
            endTerm();
        }
        boolean ended = stopLoop();
        lastWrites.run();
        return ended;
    }

    private boolean stopLoop() {
        try {
            boolean ended = loop.stop(drain);
            if (!ended) {
                LOG.warn("Bindings were still under way when the drain ended; limitSeconds={}", drain.toSeconds());
            }
            return ended;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private synchronized void endTerm() {
        term++;
        waitsSince = NOT_WAITING;
        announcers.forEach(PodMistakeReporter::end);
    }

    /** How long this replica has led without deciding, as it has not caught up; zero if it decides or does not lead. */
    synchronized Duration catchingUp() {
        return waitsSince == NOT_WAITING ? Duration.ZERO : ticker.since(waitsSince);
    }
}
