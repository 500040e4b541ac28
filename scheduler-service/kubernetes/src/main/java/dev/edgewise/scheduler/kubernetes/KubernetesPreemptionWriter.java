package dev.edgewise.scheduler.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.cycle.PreemptionWriter;
import dev.edgewise.scheduler.cycle.PreemptionWriter.Eviction;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.ReservationState;
import dev.edgewise.scheduler.state.reservations.ReservationWriter;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.CallerRunsPolicy;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Preempts through the API: nominates the node, checks by the answer whether the preemptor still waits, then deletes
 * the victims, which show the reason in the condition {@code DisruptionTarget} and an event. Before each write, also a
 * retry, it checks whether the eviction is still needed. Every step may be repeated.
 */
final class KubernetesPreemptionWriter implements PreemptionWriter {
    private static final Logger LOG = LoggerFactory.getLogger(KubernetesPreemptionWriter.class);
    private static final int CAPACITY = 1_000;
    /** The number of threads; each has one preemption under way, whose requests follow each other. */
    private static final int THREADS = 8;
    /** Sent at the same time at most, of all preemptions. */
    private static final int DELETIONS = 16;
    /** How long a pod waits for the statuses of the reservations that end for it. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private final ApiServerClient api;
    private final Retries retries;
    private final KubernetesMover mover;
    private final TakenReservationStatusWriter endings;
    private final KubernetesEventRecorder recorder;
    private final Clock clock;
    private final AsyncRequestQueue outbox;
    private final ThreadPoolExecutor deletions;

    /** The outcome of a request. */
    private enum Result {
        DONE,
        /** The pod is gone, or another has its name. */
        GONE,
        /** Repeating the request would not help. */
        REFUSED,
        FAILED
    }

    /**
     * @param reservations writes how reservations ended
     * @param recorder writes the events
     */
    public KubernetesPreemptionWriter(
            ApiServerClient api,
            Retries retries,
            KubernetesMover mover,
            ReservationWriter reservations,
            BindingsInFlight traffic,
            KubernetesEventRecorder recorder,
            Clock clock,
            MeterRegistry meters) {
        this.api = api;
        this.retries = retries;
        this.mover = mover;
        this.recorder = recorder;
        this.clock = clock;
        Counter dropped = Counter.builder("edgewise.preemptions.dropped")
                .description("Preemptions that were not carried out: too many waiting, or stopped")
                .register(meters);
        this.deletions = deletions();
        this.endings = new TakenReservationStatusWriter(reservations, LONGEST_WAIT, traffic, dropped);
        this.outbox = new AsyncRequestQueue("evictor", CAPACITY, THREADS, Duration.ZERO, traffic, dropped);
    }

    /** Deletions that find no thread at once are sent by the thread of their preemption. */
    private static ThreadPoolExecutor deletions() {
        CustomizableThreadFactory daemons = new CustomizableThreadFactory("evictor-deletion-");
        daemons.setDaemon(true);
        return new ThreadPoolExecutor(
                0, DELETIONS, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), daemons, new CallerRunsPolicy());
    }

    /** Carries out what was ordered, for at most this long. May be called again. */
    public void stop(Duration flush) {
        outbox.stop(flush);
        deletions.shutdownNow();
        endings.stop(flush.compareTo(LONGEST_WAIT) < 0 ? flush : LONGEST_WAIT);
    }

    @Override
    public void preempt(Eviction eviction) {
        outbox.submit(() -> eviction.ended().accept(isCarriedOut(eviction)), () -> eviction.ended()
                .accept(false));
    }

    @Override
    public void end(List<ReservationState> ended, BooleanSupplier wanted, Runnable written) {
        endings.write(ended, wanted, written);
    }

    @Override
    public void withdraw(Pod preemptor, BooleanSupplier wanted) {
        outbox.submit(() -> clear(preemptor, wanted));
    }

    @Override
    public void nominate(Pod assigned, BooleanSupplier wanted) {
        String nomination = PodPatch.nomination(assigned, assigned.spec().nodeName());
        outbox.submit(() -> send(wanted, "nominate a node for", assigned, () -> nominate(assigned, nomination)));
    }

    private void clear(Pod preemptor, BooleanSupplier wanted) {
        String withdrawal = PodPatch.nomination(preemptor, null);
        send(wanted, "withdraw the nominated node of", preemptor, () -> nominate(preemptor, withdrawal));
    }

    private boolean isCarriedOut(Eviction eviction) {
        String target = eviction.target();
        if (!isNominated(eviction)) {
            return false;
        }
        return target == null
                ? areEvicted(eviction)
                : eviction.victims().stream().allMatch(victim -> isMoved(victim, target, eviction));
    }

    /**
     * Marks all victims, and then deletes them together: the replacement of the first must not take its capacity before
     * the last is deleted.
     */
    private boolean areEvicted(Eviction eviction) {
        List<Pod> marked = new ArrayList<>();
        for (Pod victim : eviction.victims()) {
            Result result = accepted(victim, eviction, mark(victim, eviction));
            if (result == Result.DONE) {
                marked.add(victim);
            } else if (result != Result.GONE) {
                return false;
            }
        }
        if (marked.size() == 1) {
            return isDeleted(marked.get(0), eviction);
        }
        return marked.stream()
                .map(victim -> CompletableFuture.supplyAsync(() -> isDeleted(victim, eviction), deletions))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .reduce(true, Boolean::logicalAnd);
    }

    /** Whether the victim leaves for the target, or has left. */
    private boolean isMoved(Pod victim, String target, Eviction eviction) {
        boolean moved = mover.move(victim, target, eviction.wanted());
        if (moved) {
            recorder.write(PodEvents.moved(victim, eviction.preemptor(), target));
        }
        return moved;
    }

    /**
     * Returns whether the node is nominated and the preemptor waits: this process may have missed, while it was
     * disconnected, that the preemptor was bound or deleted.
     */
    private boolean isNominated(Eviction eviction) {
        Pod preemptor = eviction.preemptor();
        String nomination = PodPatch.nomination(preemptor, eviction.node());
        AtomicReference<JsonNode> nominated = new AtomicReference<>();
        Result result = send(eviction.wanted(), "nominate a node for", preemptor, () -> {
            ApiResponse reply = nominate(preemptor, nomination);
            nominated.set(reply.isSuccess() ? reply.json() : null);
            return reply;
        });
        JsonNode found = nominated.get();
        if (result != Result.DONE || found == null) {
            return false;
        }
        if (!waits(preemptor, found)) {
            clear(preemptor, eviction.wanted());
            return false;
        }
        return true;
    }

    private ApiResponse nominate(Pod preemptor, String patch) throws ApiUnavailableException {
        return patchStatus(preemptor, ApiServerClient.MERGE_PATCH, patch);
    }

    private static boolean waits(Pod preemptor, JsonNode found) {
        JsonNode metadata = found.path("metadata");
        return preemptor.uid().equals(metadata.path("uid").asText())
                && !metadata.hasNonNull("deletionTimestamp")
                && found.path("spec").path("nodeName").asText("").isEmpty();
    }

    private Result mark(Pod victim, Eviction eviction) {
        String message =
                eviction.preemptor().spec().schedulerName() + ": preempting to accommodate a higher priority pod";
        String target = PodPatch.condition(
                victim, "DisruptionTarget", "True", "PreemptionByScheduler", message, clock.instant());
        return send(
                eviction.wanted(), "mark", victim, () -> patchStatus(victim, ApiServerClient.STRATEGIC_PATCH, target));
    }

    /** Whether the victim leaves, or has left. */
    private boolean isDeleted(Pod victim, Eviction eviction) {
        Result result = accepted(
                victim,
                eviction,
                send(
                        eviction.wanted(),
                        "delete",
                        victim,
                        () -> api.delete(PodPaths.pod(victim.key()), deletion(victim))));
        if (result == Result.DONE) {
            recorder.write(PodEvents.preempted(victim, eviction.preemptor(), eviction.node()));
        }
        return result == Result.DONE || result == Result.GONE;
    }

    private static Result accepted(Pod victim, Eviction eviction, Result result) {
        if (result == Result.REFUSED) {
            eviction.refused().accept(victim);
        }
        return result;
    }

    private static String deletion(Pod victim) {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.put("apiVersion", "v1").put("kind", "DeleteOptions");
        options.putObject("preconditions").put("uid", victim.uid());
        return options.toString();
    }

    private ApiResponse patchStatus(Pod pod, String type, String json) throws ApiUnavailableException {
        return api.patch(PodPaths.podStatus(pod.key()), type, json);
    }

    private Result send(BooleanSupplier wanted, String what, Pod pod, Retries.Attempt attempt) {
        try {
            ApiResponse reply = retries.send(wanted, attempt);
            if (reply.isSuccess()) {
                return Result.DONE;
            }
            if (PodApiResponseInterpreter.isGone(reply)) {
                return Result.GONE;
            }
            warn(what, pod, reply.message());
            return PodApiResponseInterpreter.isRefused(reply) ? Result.REFUSED : Result.FAILED;
        } catch (ApiUnavailableException unanswered) {
            warn(what, pod, unanswered.getMessage());
        }
        return Result.FAILED;
    }

    private static void warn(String what, Pod pod, @Nullable String why) {
        LOG.warn("Preemption could not {} a pod; pod={} cause={}", what, pod.key(), why);
    }
}
