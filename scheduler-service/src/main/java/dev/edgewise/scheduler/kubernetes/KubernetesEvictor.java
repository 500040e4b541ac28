package dev.edgewise.scheduler.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.kubernetes.api.ApiRequests;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.cycle.Evictor;
import dev.edgewise.scheduler.cycle.Evictor.Eviction;
import dev.edgewise.scheduler.model.Pod;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Preempts through the API: nominates the node, sees by the answer whether the preemptor still waits, then deletes the victims, which
 * learn the reason from the condition {@code DisruptionTarget} and an event. Before each write, a repeated one too, the eviction is
 * asked whether it is still wanted. Every step may be repeated.
 */
final class KubernetesEvictor implements Evictor {
    private static final Logger LOG = LoggerFactory.getLogger(KubernetesEvictor.class);
    private static final int CAPACITY = 1_000;
    /** Each has one preemption under way, some requests after each other. */
    private static final int THREADS = 8;

    private final ApiRequests api;
    private final Retries retries;
    private final KubernetesMover mover;
    private final KubernetesEventRecorder recorder;
    private final Clock clock;
    private final Outbox outbox;

    /** How a request ended. */
    private enum Result {
        DONE,
        /** The pod is gone, or another has its name. */
        GONE,
        /** Repeating the request would not help. */
        REFUSED,
        FAILED
    }

    /** @param recorder writes the events */
    public KubernetesEvictor(
            ApiRequests api,
            Retries retries,
            KubernetesMover mover,
            BindTraffic traffic,
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
        this.outbox = new Outbox("evictor", CAPACITY, THREADS, Duration.ZERO, traffic, dropped);
    }

    /** Carries out what was ordered, for at most this long. May be called again. */
    public void stop(Duration flush) {
        outbox.stop(flush);
    }

    @Override
    public void preempt(Eviction eviction) {
        outbox.submit(() -> eviction.ended().accept(isCarriedOut(eviction)), () -> eviction.ended()
                .accept(false));
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
        return isNominated(eviction)
                && eviction.victims().stream()
                        .allMatch(victim ->
                                target == null ? isEvicted(victim, eviction) : isMoved(victim, target, eviction));
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
     * Whether the node is nominated, and the preemptor waits: this process may have missed that it was bound or deleted, for as
     * long as it was cut off.
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
        return patchStatus(preemptor, ApiRequests.MERGE_PATCH, patch);
    }

    private static boolean waits(Pod preemptor, JsonNode found) {
        JsonNode metadata = found.path("metadata");
        return preemptor.uid().equals(metadata.path("uid").asText())
                && !metadata.hasNonNull("deletionTimestamp")
                && found.path("spec").path("nodeName").asText("").isEmpty();
    }

    /** Whether the victim leaves, or has left. */
    private boolean isEvicted(Pod victim, Eviction eviction) {
        Pod preemptor = eviction.preemptor();
        String message = preemptor.spec().schedulerName() + ": preempting to accommodate a higher priority pod";
        String target = PodPatch.condition(
                victim, "DisruptionTarget", "True", "PreemptionByScheduler", message, clock.instant());
        Result result =
                send(eviction.wanted(), "mark", victim, () -> patchStatus(victim, ApiRequests.STRATEGIC_PATCH, target));
        if (result == Result.DONE) {
            result = send(
                    eviction.wanted(),
                    "delete",
                    victim,
                    () -> api.delete(PodPaths.pod(victim.key()), deletion(victim)));
            if (result == Result.DONE) {
                recorder.write(PodEvents.preempted(victim, preemptor, eviction.node()));
            }
        }
        if (result == Result.REFUSED) {
            eviction.refused().accept(victim);
        }
        return result == Result.DONE || result == Result.GONE;
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
            if (PodAnswers.isGone(reply)) {
                return Result.GONE;
            }
            warn(what, pod, reply.message());
            return PodAnswers.isRefused(reply) ? Result.REFUSED : Result.FAILED;
        } catch (ApiUnavailableException unanswered) {
            warn(what, pod, unanswered.getMessage());
        }
        return Result.FAILED;
    }

    private static void warn(String what, Pod pod, @Nullable String why) {
        LOG.warn("Preemption could not {} a pod; pod={} cause={}", what, pod.key(), why);
    }
}
