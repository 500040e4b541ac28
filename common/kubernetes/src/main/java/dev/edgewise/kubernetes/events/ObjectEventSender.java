package dev.edgewise.kubernetes.events;

import dev.edgewise.common.Backoff;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.events.LostEvents.Cause;
import dev.edgewise.kubernetes.http.ApiResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the events of a queue. While the API server does not take them, they wait on and are tried again, after pauses
 * that grow. Thread-safe.
 */
public final class ObjectEventSender {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectEventSender.class);
    private static final Backoff PAUSES = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(10));
    /** The time for which an API server keeps an event, by default. */
    private static final Duration KEPT_FOR = Duration.ofHours(1);
    /** The time after which a step ends, so that liveness sees it end. */
    private static final Duration LONGEST_STEP = Duration.ofSeconds(5);
    /**
     * The time after which no further event is sent at the end of the process: Kubernetes kills a pod that takes too
     * long to stop.
     */
    private static final Duration LONGEST_STOP = Duration.ofSeconds(2);
    /** Failures in a row after which a step ends: one namespace may fail while others do not. */
    private static final int MOST_FAILURES = 5;

    private static final int FAILED_STEPS_BEFORE_WARNING = 5;
    private static final int CONFLICT = 409;

    private final ObjectEventQueue queue;
    private final LostEvents lost;
    private final ApiServerClient api;
    private final Clock clock;
    private final Ticker ticker;
    private final String instance;
    private int failures;
    private long failedAt;
    private boolean warned;
    private volatile boolean stopping;

    /** @param instance name of this process */
    public ObjectEventSender(
            ObjectEventQueue queue, LostEvents lost, ApiServerClient api, Clock clock, Ticker ticker, String instance) {
        this.queue = queue;
        this.lost = lost;
        this.api = api;
        this.clock = clock;
        this.ticker = ticker;
        this.instance = instance;
    }

    /** Writes events until none waits or the API server does not take them. To be called many times a second. */
    public synchronized void step() {
        if (failures == 0 || ticker.since(failedAt).compareTo(PAUSES.after(failures)) >= 0) {
            send(ticker.nanos(), LONGEST_STEP, () -> !stopping);
        }
        lost.log();
    }

    /**
     * Tries once more to write the events that wait, for a short time, and drops the others and all that come later. A
     * step that is under way ends after the event that it sends.
     */
    public void stop() {
        stopping = true;
        long begun = ticker.nanos();
        synchronized (this) {
            send(begun, LONGEST_STOP, () -> true);
            queue.close();
            lost.logNow();
        }
    }

    /**
     * @param longest time after {@code begun} after which no further event is sent
     * @param continues whether a further event may be sent
     */
    private void send(long begun, Duration longest, BooleanSupplier continues) {
        int failedInARow = 0;
        for (int left = queue.size();
                left > 0
                        && failedInARow < MOST_FAILURES
                        && continues.getAsBoolean()
                        && ticker.since(begun).compareTo(longest) < 0;
                left--) {
            ObjectEvent event = queue.poll();
            if (event == null) {
                break;
            }
            failedInARow = isDone(event) ? 0 : failedInARow + 1;
        }
        if (failedInARow > 0) {
            failures++;
            failedAt = ticker.nanos();
        }
    }

    /** Writes an event, and returns whether it needs not be tried again. */
    private boolean isDone(ObjectEvent event) {
        if (Duration.between(event.last(), clock.instant()).compareTo(KEPT_FOR) > 0) {
            lost.add(Cause.LATE, event, "the API server has not taken it for " + KEPT_FOR.toMinutes() + " minutes");
            return true;
        }
        try {
            ApiResponse reply = api.post(
                    "/api/v1/namespaces/" + event.involved().namespace() + "/events",
                    event.json(instance).toString());
            if (reply.isTransient()) {
                retry(event, reply.message());
                return false;
            }
            answered();
            // 409: an earlier attempt got through although its answer did not.
            if (!reply.isSuccess() && reply.code() != CONFLICT) {
                lost.add(Cause.REFUSED, event, reply.message());
            }
            return true;
        } catch (ApiUnavailableException unanswered) {
            retry(event, String.valueOf(unanswered.getMessage()));
            return false;
        }
    }

    private void retry(ObjectEvent event, String cause) {
        queue.putBack(event);
        if (failures + 1 >= FAILED_STEPS_BEFORE_WARNING && !warned) {
            warned = true;
            LOG.warn(
                    "The API server does not take events of {}, trying again; waiting={} cause={}",
                    lost.objects(),
                    queue.size(),
                    cause);
        }
    }

    private void answered() {
        failures = 0;
        if (warned) {
            warned = false;
            LOG.info("The API server takes events of {} again; waiting={}", lost.objects(), queue.size());
        }
    }
}
