package dev.edgewise.scheduler.metrics;

import dev.edgewise.scheduler.cycle.RivalListener;
import dev.edgewise.scheduler.cycle.Rivalry;
import dev.edgewise.scheduler.model.Pod;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Raises the alarm, once a minute at most, when pods are placed by another scheduler while this one decides, and
 * says which of the two goes on.
 */
public final class RivalAlarm implements RivalListener {
    private static final Logger LOG = LoggerFactory.getLogger(RivalAlarm.class);
    private static final Duration PAUSE = Duration.ofMinutes(1);
    /** How long the alarm lasts after the last such pod. */
    private static final Duration LASTS = Duration.ofMinutes(5);

    private final Rivalry rivalry;
    private final BooleanSupplier deciding;
    private final Clock clock;
    private final Counter bindings;
    private @Nullable Instant told;
    private @Nullable Instant last;

    /**
     * Silent until it is told.
     *
     * @param rivalry settles who goes on
     * @param deciding whether this replica decides: what others bind while it does not is none of its business
     */
    public RivalAlarm(Rivalry rivalry, BooleanSupplier deciding, Clock clock, MeterRegistry meters) {
        this.rivalry = rivalry;
        this.deciding = deciding;
        this.clock = clock;
        this.bindings = Counter.builder("edgewise.bindings.foreign")
                .description("Pods of our profiles that another bound while this replica decided")
                .register(meters);
    }

    @Override
    public void boundByAnother(Pod bound) {
        if (!deciding.getAsBoolean()) {
            return;
        }
        bindings.increment();
        boolean standsBack = rivalry.met(bound);
        if (isToBeTold()) {
            LOG.warn(
                    "another scheduler works for profile={} too: it bound pod={} to node={}. Together they would overcommit"
                            + " nodes, so this one, {}, {}: stop one, or let both elect a leader by the same Lease"
                            + " (edgewise.leader-election=true, same edgewise.scheduler.lease.namespace and .name)",
                    bound.spec().schedulerName(),
                    bound.key(),
                    bound.spec().nodeName(),
                    rivalry.name(),
                    standsBack ? "stands back while the other binds" : "goes on and the other has to stand back");
        }
    }

    private synchronized boolean isToBeTold() {
        Instant now = clock.instant();
        last = now;
        if (told != null && now.isBefore(told.plus(PAUSE))) {
            return false;
        }
        told = now;
        return true;
    }

    /** Whether there has been another scheduler lately. */
    public synchronized boolean isRaised() {
        return last != null && clock.instant().isBefore(last.plus(LASTS));
    }

    /** How many pods another has bound. */
    public long count() {
        return (long) bindings.count();
    }
}
