package dev.edgewise.scheduler.kubernetes;

import dev.edgewise.common.TruncatedText;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.events.PodEvent;
import dev.edgewise.kubernetes.events.PodEventWriter;
import dev.edgewise.scheduler.cycle.EventDetails;
import dev.edgewise.scheduler.cycle.EventRecorder;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.delay.DelayPlugin;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Announces through events and the pod's condition. Bindings go first: an announcement waits until none is under way,
 * but at most {@link #PATIENCE}.
 */
final class KubernetesEventRecorder implements EventRecorder {
    private static final String SCHEDULER_ERROR = "SchedulerError";
    private static final int CAPACITY = 50_000;
    /**
     * The default number of concurrent bindings, so that an endless stream of bindings cannot outrun its announcements.
     */
    private static final int THREADS = 16;
    /**
     * The time within which a burst of some thousand pods is bound; an event at the API server costs as much as a
     * binding.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private static final Supplier<String> NOTHING_MORE = () -> "";

    private final AsyncRequestQueue outbox;
    private final PodEventWriter events;
    private final ConditionWriter conditions;
    private final Counter dropped;
    private final EventDetails details;

    /**
     * @param instance name of this process, as events show it
     * @param details what events say of the pods' nodes
     */
    public KubernetesEventRecorder(
            ApiServerClient api,
            Retries retries,
            BindingsInFlight traffic,
            String instance,
            EventDetails details,
            Clock clock,
            MeterRegistry meters) {
        this.details = details;
        this.dropped = Counter.builder("edgewise.events.dropped")
                .description("Events that were never written: too many waiting, or refused")
                .register(meters);
        this.outbox = new AsyncRequestQueue("recorder", CAPACITY, THREADS, PATIENCE, traffic, dropped);
        this.events = new PodEventWriter(api, retries, clock, instance, dropped);
        this.conditions = new ConditionWriter(api, retries, clock);
    }

    /** Counts events that were never written. */
    Counter dropped() {
        return dropped;
    }

    /** Writes the announcements that are still queued, for at most this long. */
    public void stop(Duration flush) {
        outbox.stop(flush);
    }

    @Override
    public void binding(Pod pod) {
        conditions.withdraw(pod);
    }

    @Override
    public void scheduled(Pod bound) {
        String node = bound.spec().nodeName();
        if (node == null) {
            throw new IllegalArgumentException("pod " + bound.key() + " is bound to no node");
        }
        conditions.drop(bound);
        PodEvent event = PodEvents.scheduled(bound, node);
        outbox.submit(() -> events.write(event, () -> details.placed(bound)));
    }

    @Override
    public void unschedulable(Decision decision) {
        String message = shortened(decision.message());
        Pod pod = decision.pod();
        boolean isTooFar = decision.rejectedBy().contains(DelayPlugin.NAME);
        Supplier<String> more = isTooFar ? () -> details.rejected(pod) : NOTHING_MORE;
        complain(pod, "Unschedulable", message, PodEvents.failedScheduling(pod, message), more);
    }

    @Override
    public void failed(Pod pod, String text) {
        String message = shortened(text);
        complain(pod, SCHEDULER_ERROR, message, PodEvents.failedScheduling(pod, message), NOTHING_MORE);
    }

    @Override
    public void bindingFailed(Pod pod, String node, String text) {
        String message = shortened(text);
        complain(pod, SCHEDULER_ERROR, message, PodEvents.failedBinding(pod, node, message), NOTHING_MORE);
    }

    private static String shortened(String text) {
        return TruncatedText.of(text, Decision.LONGEST_MESSAGE);
    }

    /** Writes an event in its turn. */
    void write(PodEvent event) {
        outbox.submit(() -> events.write(event));
    }

    private void complain(Pod pod, String reason, String message, PodEvent event, Supplier<String> more) {
        conditions.expect(pod, reason, message);
        outbox.submit(
                () -> {
                    conditions.write(pod);
                    events.write(event, more);
                },
                () -> conditions.drop(pod));
    }
}
