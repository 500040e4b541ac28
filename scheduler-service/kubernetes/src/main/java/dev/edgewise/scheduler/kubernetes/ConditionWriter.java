package dev.edgewise.scheduler.kubernetes;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.model.Pod;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes {@code PodScheduled=False} with its reason, when it changes. The API server itself sets it to true. Each pod
 * has at most one write under way, always of its latest problem, so that the latest problem is written last.
 */
final class ConditionWriter {
    private static final Logger LOG = LoggerFactory.getLogger(ConditionWriter.class);
    private static final int PODS = 10_000;

    private final ApiServerClient api;
    private final Retries retries;
    private final Clock clock;
    /** The problem written last, by the pod's uid; those of rarely rejected pods are evicted first. */
    private final Map<String, Problem> written = Caffeine.newBuilder()
            .maximumSize(PODS)
            .executor(Runnable::run)
            .<String, Problem>build()
            .asMap();
    /** The latest problems that are still to be written, by the pod's uid; at most as many as queued write requests. */
    private final Map<String, Problem> latest = new HashMap<>();
    /** Uids of the pods whose condition is being written. */
    private final Set<String> underWay = new HashSet<>();

    private record Problem(String reason, String message) {}

    ConditionWriter(ApiServerClient api, Retries retries, Clock clock) {
        this.api = api;
        this.retries = retries;
        this.clock = clock;
    }

    /**
     * Remembers the condition to be written; {@link #write} follows in its turn, or {@link #drop}.
     *
     * @param reason {@code Unschedulable} or {@code SchedulerError}
     */
    synchronized void expect(Pod pod, String reason, String message) {
        latest.put(pod.uid(), new Problem(reason, message));
    }

    /**
     * Drops the condition that is still to be written, as the pod is about to be bound. Waits for a write that is under
     * way, as it could be carried out after the binding.
     */
    synchronized void withdraw(Pod pod) {
        latest.remove(pod.uid());
        try {
            while (underWay.contains(pod.uid())) {
                wait();
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    /** Forgets the condition: the queue was full, or the pod is bound and the condition is no longer true. */
    synchronized void drop(Pod pod) {
        latest.remove(pod.uid());
    }

    /** Writes the latest problem of the pod unless that is done, or being done by another thread. */
    void write(Pod pod) {
        if (!begin(pod)) {
            return;
        }
        try {
            for (Problem next = next(pod); next != null; next = next(pod)) {
                write(pod, next);
            }
        } catch (RuntimeException bug) {
            end(pod);
            throw bug;
        }
    }

    private void write(Pod pod, Problem problem) {
        Problem before = swap(pod, problem);
        Instant since = before == null ? clock.instant() : null;
        String json = PodPatch.condition(pod, "PodScheduled", "False", problem.reason(), problem.message(), since);
        try {
            ApiResponse reply = retries.send(
                    () -> isLatest(pod, problem),
                    () -> api.patch(PodPaths.podStatus(pod.key()), ApiServerClient.STRATEGIC_PATCH, json));
            if (!reply.isSuccess() && !PodApiResponseInterpreter.isGone(reply)) {
                forget(pod, problem, reply.message());
            }
        } catch (ApiUnavailableException unanswered) {
            forget(pod, problem, unanswered.getMessage());
        }
    }

    private synchronized boolean begin(Pod pod) {
        return underWay.add(pod.uid());
    }

    /**
     * Returns the problem still to be written. Null ends the pod's turn: there is none, and the next report starts a
     * new one.
     */
    private synchronized @Nullable Problem next(Pod pod) {
        Problem problem = latest.get(pod.uid());
        if (problem == null || problem.equals(written.get(pod.uid()))) {
            latest.remove(pod.uid());
            end(pod);
            return null;
        }
        return problem;
    }

    private synchronized void end(Pod pod) {
        underWay.remove(pod.uid());
        notifyAll();
    }

    private synchronized boolean isLatest(Pod pod, Problem problem) {
        return problem.equals(latest.get(pod.uid()));
    }

    private synchronized @Nullable Problem swap(Pod pod, Problem problem) {
        return written.put(pod.uid(), problem);
    }

    /** So that the next decision tries again; this problem is not tried before. */
    private synchronized void forget(Pod pod, Problem problem, @Nullable String why) {
        written.remove(pod.uid());
        latest.remove(pod.uid(), problem);
        LOG.debug("A condition was not written; pod={} cause={}", pod.key(), why);
    }
}
