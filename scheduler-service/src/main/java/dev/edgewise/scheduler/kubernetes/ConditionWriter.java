package dev.edgewise.scheduler.kubernetes;

import dev.edgewise.scheduler.kubernetes.api.ApiRequests;
import dev.edgewise.scheduler.kubernetes.api.Json;
import dev.edgewise.scheduler.kubernetes.api.Paths;
import dev.edgewise.scheduler.kubernetes.api.Reply;
import dev.edgewise.scheduler.kubernetes.api.Retries;
import dev.edgewise.scheduler.kubernetes.api.UnansweredException;
import dev.edgewise.scheduler.model.Pod;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes {@code PodScheduled=False} with its reason, when it changes. The API server itself sets it to true. */
final class ConditionWriter {
    private static final Logger LOG = LoggerFactory.getLogger(ConditionWriter.class);
    private static final int PODS = 10_000;
    private static final String FIRST =
            "{\"metadata\":{\"uid\":%s},\"status\":{\"conditions\":[{\"type\":\"PodScheduled\","
                    + "\"status\":\"False\",\"reason\":%s,\"message\":%s,\"lastTransitionTime\":%s}]}}";
    private static final String CHANGED =
            "{\"metadata\":{\"uid\":%s},\"status\":{\"conditions\":[{\"type\":\"PodScheduled\","
                    + "\"status\":\"False\",\"reason\":%s,\"message\":%s}]}}";

    private final ApiRequests api;
    private final Retries retries;
    private final Clock clock;
    private final Map<String, Written> written = new Recent<>(PODS);
    /** Uids of the pods that are not bound, as far as is known, and have something to come. */
    private final Map<String, Boolean> waiting = new Recent<>(PODS);

    private record Written(String reason, String message) {}

    ConditionWriter(ApiRequests api, Retries retries, Clock clock) {
        this.api = api;
        this.retries = retries;
        this.clock = clock;
    }

    /** Something will be written, in its turn. */
    synchronized void expect(Pod pod) {
        waiting.put(pod.uid(), true);
    }

    /** The pod is bound: what is still to come is no longer true. */
    synchronized void withdraw(Pod pod) {
        waiting.remove(pod.uid());
    }

    /** @param reason {@code Unschedulable} or {@code SchedulerError} */
    void write(Pod pod, String reason, String message) {
        if (!isExpected(pod)) {
            return;
        }
        Written now = new Written(reason, message);
        Written before = swap(pod, now);
        if (now.equals(before)) {
            return;
        }
        String json = before == null
                ? Json.format(
                        FIRST,
                        pod.uid(),
                        reason,
                        message,
                        clock.instant().truncatedTo(ChronoUnit.SECONDS).toString())
                : Json.format(CHANGED, pod.uid(), reason, message);
        try {
            Reply reply = retries.send(() -> api.patch(Paths.podStatus(pod.key()), ApiRequests.STRATEGIC_PATCH, json));
            // 404 and 409: the pod is gone, or another has its name.
            if (!reply.isSuccess() && reply.code() != 404 && reply.code() != 409) {
                forget(pod, reply.message());
            }
        } catch (UnansweredException unanswered) {
            forget(pod, unanswered.getMessage());
        }
    }

    private synchronized boolean isExpected(Pod pod) {
        return waiting.containsKey(pod.uid());
    }

    private synchronized @Nullable Written swap(Pod pod, Written now) {
        return written.put(pod.uid(), now);
    }

    /** So that the next decision tries again. */
    private synchronized void forget(Pod pod, @Nullable String why) {
        written.remove(pod.uid());
        LOG.debug("condition not written pod={}: {}", pod.key(), why);
    }
}
