package dev.edgewise.scheduler.kubernetes;

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
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Preempts through the API: nominates the node first, and deletes no victim if the preemptor is gone meanwhile. Victims
 * are told why by the condition {@code DisruptionTarget} and an event. Every step may be repeated.
 */
public final class KubernetesEvictor implements Evictor {
    private static final Logger LOG = LoggerFactory.getLogger(KubernetesEvictor.class);
    private static final int CAPACITY = 1_000;
    private static final int THREADS = 2;
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

    /** Carries out what was ordered, for at most this long. */
    public void stop(Duration flush) {
        outbox.stop(flush);
    }

    @Override
    public void preempt(Pod preemptor, String node, List<Pod> victims) {
        List<Pod> all = List.copyOf(victims);
        outbox.submit(() -> {
            if (nominate(preemptor, node)) {
                all.forEach(victim -> evict(victim, preemptor, node));
            }
        });
    }

    @Override
    public void withdraw(Pod preemptor) {
        String json = Json.format(WITHDRAWAL, preemptor.uid());
        outbox.submit(() -> done(
                "withdraw the nominated node of",
                preemptor,
                () -> api.patch(Paths.podStatus(preemptor.key()), ApiRequests.MERGE_PATCH, json)));
    }

    private boolean nominate(Pod preemptor, String node) {
        String json = Json.format(NOMINATION, preemptor.uid(), node);
        return done(
                "nominate a node for",
                preemptor,
                () -> api.patch(Paths.podStatus(preemptor.key()), ApiRequests.MERGE_PATCH, json));
    }

    private void evict(Pod victim, Pod preemptor, String node) {
        String message = preemptor.spec().schedulerName() + ": preempting to accommodate a higher priority pod";
        String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
        String target = Json.format(TARGET, victim.uid(), message, now);
        boolean there = done(
                "mark", victim, () -> api.patch(Paths.podStatus(victim.key()), ApiRequests.STRATEGIC_PATCH, target));
        if (there
                && done(
                        "delete",
                        victim,
                        () -> api.delete(Paths.pod(victim.key()), Json.format(DELETE, victim.uid())))) {
            announcer.tell(PodEvent.preempted(victim, preemptor, node));
        }
    }

    /** Whether the request succeeded. That the pod is gone is no news; other failures are. */
    private boolean done(String what, Pod pod, Retries.Attempt attempt) {
        try {
            Reply reply = retries.send(attempt);
            if (!reply.isSuccess() && reply.code() != 404 && reply.code() != 409) {
                warn(what, pod, reply.message());
            }
            return reply.isSuccess();
        } catch (UnansweredException unanswered) {
            warn(what, pod, unanswered.getMessage());
            return false;
        }
    }

    private static void warn(String what, Pod pod, @Nullable String why) {
        LOG.warn("preemption could not {} pod={}: {}", what, pod.key(), why);
    }
}
