package dev.edgewise.global.kubernetes;

import dev.edgewise.common.Backoff;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.global.kubernetes.LostRequestEvents.Cause;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import java.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the events of requests that wait. While the API server does not take them, they wait on and are tried again, after pauses that grow. Thread-safe. */
final class RequestEventSender {
    private static final Logger LOG = LoggerFactory.getLogger(RequestEventSender.class);
    private static final Backoff PAUSES = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(10));
    /** The time for which an API server keeps an event, by default. */
    private static final Duration KEPT_FOR = Duration.ofHours(1);
    /** The time after which a step ends, so that liveness sees it end. */
    private static final Duration LONGEST_STEP = Duration.ofSeconds(5);
    /** The time after which no further event is sent at the end of the process: Kubernetes kills a pod that takes too long to stop. */
    private static final Duration LONGEST_STOP = Duration.ofSeconds(2);
    /** Failures in a row after which a step ends: one namespace may fail while others do not. */
    private static final int MOST_FAILURES = 5;

    private static final int FAILED_STEPS_BEFORE_WARNING = 5;
    private static final int CONFLICT = 409;

    private final RequestEventQueue queue;
    private final LostRequestEvents lost;
    private final ApiServerClient api;
    private final Clock clock;
    private final Ticker ticker;
    private final String instance;
    private int failures;
    private long failedAt;
    private boolean warned;

    /** @param instance name of this process */
    RequestEventSender(
            RequestEventQueue queue,
            LostRequestEvents lost,
            ApiServerClient api,
            Clock clock,
            Ticker ticker,
            String instance) {
        this.queue = queue;
        this.lost = lost;
        this.api = api;
        this.clock = clock;
        this.ticker = ticker;
        this.instance = instance;
    }

    /** Writes events until none waits or the API server does not take them. To be called many times a second. */
    synchronized void step() {
        if (failures == 0 || ticker.since(failedAt).compareTo(PAUSES.after(failures)) >= 0) {
            send(LONGEST_STEP);
        }
        lost.log();
    }

    /** Tries once more to write the events that wait, for a short time and after a step that is under way, and drops the others and all that come later. */
    synchronized void stop() {
        send(LONGEST_STOP);
        queue.close();
        lost.logNow();
    }

    /** @param longest time after which no further event is sent */
    private void send(Duration longest) {
        long begun = ticker.nanos();
        int failedInARow = 0;
        for (int left = queue.size();
                left > 0 && failedInARow < MOST_FAILURES && ticker.since(begun).compareTo(longest) < 0;
                left--) {
            RequestEvent event = queue.poll();
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
    private boolean isDone(RequestEvent event) {
        if (Duration.between(event.last(), clock.instant()).compareTo(KEPT_FOR) > 0) {
            lost.add(Cause.LATE, event, "the API server has not taken it for " + KEPT_FOR.toMinutes() + " minutes");
            return true;
        }
        try {
            ApiResponse reply = api.post(
                    "/api/v1/namespaces/" + event.request().namespace() + "/events",
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

    private void retry(RequestEvent event, String cause) {
        queue.putBack(event);
        if (failures + 1 >= FAILED_STEPS_BEFORE_WARNING && !warned) {
            warned = true;
            LOG.warn(
                    "The API server does not take events of requests, trying again; waiting={} cause={}",
                    queue.size(),
                    cause);
        }
    }

    private void answered() {
        failures = 0;
        if (warned) {
            warned = false;
            LOG.info("The API server takes events of requests again; waiting={}", queue.size());
        }
    }
}
