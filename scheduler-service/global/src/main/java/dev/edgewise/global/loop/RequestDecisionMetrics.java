package dev.edgewise.global.loop;

import dev.edgewise.global.kubernetes.RequestEvents;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestQueuePriority;
import dev.edgewise.global.model.RequestStatus;
import dev.edgewise.global.queue.RequestQueues;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what is decided, and tells it to people: as metrics, and as events of the requests. */
final class RequestDecisionMetrics {
    private static final Logger LOG = LoggerFactory.getLogger(RequestDecisionMetrics.class);

    private final MeterRegistry meters;
    private final RequestEvents events;
    private final Timer decisions;

    RequestDecisionMetrics(MeterRegistry meters, RequestQueues queues, RequestEvents events) {
        this.meters = meters;
        this.events = events;
        this.decisions = Timer.builder("edgewise.global.decisions")
                .description("Time of a decision about a request, without what it waits for")
                .publishPercentiles(0.5, 0.99)
                .register(meters);
        for (RequestQueuePriority queue : RequestQueuePriority.values()) {
            Gauge.builder("edgewise.global.queue.waiting", queues, each -> each.waiting()
                            .getOrDefault(queue, 0))
                    .description("Requests that wait in a queue of this replica")
                    .tag("queue", lower(queue))
                    .register(meters);
        }
        Gauge.builder("edgewise.global.requests.in.flight", queues, RequestQueues::inFlight)
                .description("Requests of this replica that were dispatched and have not ended")
                .register(meters);
        Gauge.builder("edgewise.global.places.held", queues, RequestQueues::placesHeld)
                .description("Requests in flight that count for the maximum")
                .register(meters);
    }

    <T> T timed(Supplier<T> decision) {
        return decisions.record(decision);
    }

    /** Takes over that a record was replaced. */
    void written(GlobalRequest before, RequestStatus after) {
        Instant started = after.startedAt();
        if (started != null && before.status().startedAt() == null) {
            Timer.builder("edgewise.global.queue.wait")
                    .description("Time from the creation of a request to its first dispatch")
                    .tag("queue", lower(before.spec().priority()))
                    .publishPercentiles(0.5, 0.99)
                    .register(meters)
                    .record(Duration.between(before.createdAt(), started).abs());
        }
        RequestPhase phase = after.phase();
        if (phase.isFinal() && phase != before.status().phase()) {
            count("edgewise.global.requests.ended", "Requests that have ended", "phase", lower(phase));
        }
        after.attempts().stream()
                .filter(attempt -> phaseBefore(before, attempt) != attempt.phase())
                .forEach(attempt -> count(
                        "edgewise.global.attempts", "Phases that attempts entered", "phase", lower(attempt.phase())));
        logForgotten(before, after);
        events.changed(before, after);
    }

    /** Names in the log each attempt that is left behind: the record of the request may be deleted at once. */
    private static void logForgotten(GlobalRequest before, RequestStatus after) {
        after.attempts().stream()
                .filter(attempt -> attempt.phase() == AttemptPhase.FORGOTTEN
                        && phaseBefore(before, attempt) != AttemptPhase.FORGOTTEN)
                .forEach(attempt -> LOG.warn(
                        "What an attempt made is left behind in a cluster that was forgotten; request={} requestUid={} attempt={} cluster={} clusterUid={} namespace={}",
                        before.key(),
                        before.uid(),
                        attempt.number(),
                        attempt.cluster(),
                        attempt.clusterUid(),
                        before.spec().targetNamespace()));
    }

    private static AttemptPhase phaseBefore(GlobalRequest before, Attempt attempt) {
        return before.status().attempts().stream()
                .filter(each -> each.number() == attempt.number())
                .map(Attempt::phase)
                .findFirst()
                // No attempt begins as abandoned.
                .orElse(AttemptPhase.ABANDONED);
    }

    private void count(String name, String description, String tag, String value) {
        Counter.builder(name)
                .description(description)
                .tag(tag, value)
                .register(meters)
                .increment();
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
