package dev.edgewise.scheduler.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.scheduler.cycle.Eviction;
import dev.edgewise.scheduler.cycle.Evictor;
import dev.edgewise.scheduler.kubernetes.api.ApiRequests;
import dev.edgewise.scheduler.kubernetes.api.Json;
import dev.edgewise.scheduler.kubernetes.api.Paths;
import dev.edgewise.scheduler.kubernetes.api.Reply;
import dev.edgewise.scheduler.kubernetes.api.Retries;
import dev.edgewise.scheduler.kubernetes.api.UnansweredException;
import dev.edgewise.scheduler.model.Pod;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Preempts through the API: asks it whether the preemptor still waits, nominates the node, then deletes the victims, which
 * are told why by the condition {@code DisruptionTarget} and an event. Before each write, a repeated one too, the eviction is
 * asked whether it is still wanted. Every step may be repeated.
 */
public final class KubernetesEvictor implements Evictor {
    private static final Logger LOG = LoggerFactory.getLogger(KubernetesEvictor.class);
    private static final int CAPACITY = 1_000;
    /** Each has one preemption under way, some requests after each other. */
    private static final int THREADS = 8;

    private static final String NOMINATION = "{\"metadata\":{\"uid\":%s},\"status\":{\"nominatedNodeName\":%s}}";
    private static final String WITHDRAWAL = "{\"metadata\":{\"uid\":%s},\"status\":{\"nominatedNodeName\":null}}";
    private static final String TARGET = "{\"metadata\":{\"uid\":%s},\"status\":{\"conditions\":[{"
            + "\"type\":\"DisruptionTarget\",\"status\":\"True\",\"reason\":\"PreemptionByScheduler\","
            + "\"message\":%s,\"lastTransitionTime\":%s}]}}";
    private static final String DELETE =
            "{\"apiVersion\":\"v1\",\"kind\":\"DeleteOptions\",\"preconditions\":{\"uid\":%s}}";

    private final ApiRequests api;
    private final Retries retries;
    private final KubernetesAnnouncer announcer;
    private final Clock clock;
    private final Outbox outbox;

    /** How a request ended. */
    private enum Result {
        DONE,
        /** The pod is gone, or another has its name. */
        GONE,
        FAILED
    }

    /** @param announcer writes the events */
    public KubernetesEvictor(
            ApiRequests api,
            Retries retries,
            BindTraffic traffic,
            KubernetesAnnouncer announcer,
            Clock clock,
            MeterRegistry meters) {
        this.api = api;
        this.retries = retries;
        this.announcer = announcer;
        this.clock = clock;
        Counter dropped = Counter.builder("edgewise.preemptions.dropped")
                .description("Preemptions that were not carried out: too many at once, or stopped")
                .register(meters);
        this.outbox = new Outbox("evictor", CAPACITY, THREADS, Duration.ZERO, traffic, dropped);
    }

    public void start() {
        outbox.start();
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
        outbox.submit(() -> send(
                wanted,
                "withdraw the nominated node of",
                preemptor,
                () -> patchStatus(preemptor, ApiRequests.MERGE_PATCH, Json.format(WITHDRAWAL, preemptor.uid()))));
    }

    private boolean isCarriedOut(Eviction eviction) {
        Pod preemptor = eviction.preemptor();
        String nomination = Json.format(NOMINATION, preemptor.uid(), eviction.node());
        return stillWaits(eviction)
                && send(
                                eviction.wanted(),
                                "nominate a node for",
                                preemptor,
                                () -> patchStatus(preemptor, ApiRequests.MERGE_PATCH, nomination))
                        == Result.DONE
                && eviction.victims().stream().allMatch(victim -> isEvicted(victim, eviction));
    }

    /** This process may have missed that the preemptor was bound or deleted, for as long as it was cut off. */
    private boolean stillWaits(Eviction eviction) {
        Pod preemptor = eviction.preemptor();
        try {
            Reply reply = retries.send(eviction.wanted(), () -> api.get(Paths.pod(preemptor.key())));
            return reply.isSuccess() && waits(preemptor, reply.json());
        } catch (UnansweredException unanswered) {
            warn("look at", preemptor, unanswered.getMessage());
            return false;
        }
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
        String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
        String target = Json.format(TARGET, victim.uid(), message, now);
        Result marked =
                send(eviction.wanted(), "mark", victim, () -> patchStatus(victim, ApiRequests.STRATEGIC_PATCH, target));
        if (marked != Result.DONE) {
            return marked == Result.GONE;
        }
        Result deleted = send(
                eviction.wanted(),
                "delete",
                victim,
                () -> api.delete(Paths.pod(victim.key()), Json.format(DELETE, victim.uid())));
        if (deleted == Result.DONE) {
            announcer.tell(PodEvent.preempted(victim, preemptor, eviction.node()));
        }
        return deleted != Result.FAILED;
    }

    private Reply patchStatus(Pod pod, String type, String json) throws UnansweredException {
        return api.patch(Paths.podStatus(pod.key()), type, json);
    }

    private Result send(BooleanSupplier wanted, String what, Pod pod, Retries.Attempt attempt) {
        try {
            Reply reply = retries.send(wanted, attempt);
            if (reply.isSuccess()) {
                return Result.DONE;
            }
            if (reply.code() == 404 || reply.code() == 409) {
                return Result.GONE;
            }
            warn(what, pod, reply.message());
        } catch (UnansweredException unanswered) {
            warn(what, pod, unanswered.getMessage());
        }
        return Result.FAILED;
    }

    private static void warn(String what, Pod pod, @Nullable String why) {
        LOG.warn("preemption could not {} pod={}: {}", what, pod.key(), why);
    }
}
