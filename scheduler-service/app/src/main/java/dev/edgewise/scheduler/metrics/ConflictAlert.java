package dev.edgewise.scheduler.metrics;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.SchedulerConflictDetector;
import dev.edgewise.scheduler.cycle.SchedulerConflictDetector.ConflictListener;
import dev.edgewise.scheduler.cycle.SchedulerConflictDetector.Reaction;
import dev.edgewise.scheduler.model.Pod;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Raises the alarm, once a minute at most, when pods are placed by another scheduler while this one decides, and
 * says what this one does about it.
 */
final class ConflictAlert implements ConflictListener {
    private static final Logger LOG = LoggerFactory.getLogger(ConflictAlert.class);
    private static final Duration PAUSE = Duration.ofMinutes(1);
    /** How long the alarm lasts after the last such pod. */
    private static final Duration LASTS = Duration.ofMinutes(5);

    private static final long NEVER = -1;

    private final SchedulerConflictDetector detector;
    private final BooleanSupplier deciding;
    private final Ticker ticker;
    private final Counter bindings;
    private long loggedAt = NEVER;
    private long lastAt = NEVER;
    private boolean paused;

    /**
     * Silent until another binds a pod.
     *
     * @param detector settles who decides
     * @param deciding whether this replica decides: what others bind while it does not is none of its business
     */
    public ConflictAlert(
            SchedulerConflictDetector detector, BooleanSupplier deciding, Ticker ticker, MeterRegistry meters) {
        this.detector = detector;
        this.deciding = deciding;
        this.ticker = ticker;
        this.bindings = Counter.builder("edgewise.bindings.foreign")
                .description("Pods of our profiles that another bound while this replica decided")
                .register(meters);
        Gauge.builder("edgewise.scheduling.paused", detector, r -> r.isPaused() ? 1 : 0)
                .description("1 while this replica decides nothing, as another scheduler binds pods of its profiles")
                .register(meters);
    }

    @Override
    public void boundByAnother(Pod bound) {
        if (!deciding.getAsBoolean()) {
            return;
        }
        bindings.increment();
        Reaction reaction = detector.boundByAnother();
        if (isDue()) {
            LOG.warn(
                    "Another scheduler binds pods of this profile, and both together would overcommit nodes. Stop one, or"
                            + " let both elect a leader by the same Lease (properties edgewise.leader-election);"
                            + " profile={} pod={} node={}",
                    bound.spec().schedulerName(),
                    bound.key(),
                    bound.spec().nodeName());
        }
        if (startsPause(reaction)) {
            LOG.warn("Pausing: another scheduler binds pods of this one's profiles");
        }
    }

    private synchronized boolean isDue() {
        lastAt = ticker.nanos();
        if (loggedAt != NEVER && ticker.since(loggedAt).compareTo(PAUSE) < 0) {
            return false;
        }
        loggedAt = lastAt;
        return true;
    }

    private synchronized boolean startsPause(Reaction reaction) {
        boolean before = paused;
        paused = reaction == Reaction.DEFERS;
        return paused && !before;
    }

    /** Returns whether another scheduler was detected recently. */
    public synchronized boolean isRaised() {
        return lastAt != NEVER && ticker.since(lastAt).compareTo(LASTS) < 0;
    }

    /** How many pods another has bound. */
    public long count() {
        return (long) bindings.count();
    }
}
