package dev.edgewise.scheduler.metrics;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.queue.QueueObserver;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Counts pods that enter a part of the queue, by why, under kube-scheduler's name. */
final class IncomingPodsCounter implements QueueObserver {
    private final MeterRegistry registry;

    public IncomingPodsCounter(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void entered(Part part, Cause cause, @Nullable ClusterEvent event) {
        Counter.builder("scheduler.queue.incoming.pods")
                .description("Number of pods added to scheduling queues by event and queue type")
                .tags("queue", part.name().toLowerCase(Locale.ROOT), "event", name(cause, event))
                .register(registry)
                .increment();
    }

    /** kube-scheduler's labels where it has the same event. */
    private static String name(Cause cause, @Nullable ClusterEvent event) {
        return switch (cause) {
            case POD_ADDED -> "PodAdd";
            case POD_UPDATED -> "PodUpdate";
            case ATTEMPT_FAILED -> "ScheduleAttemptFailure";
            case BACKOFF_COMPLETE -> "BackoffComplete";
            case UNSCHEDULABLE_TIMEOUT -> "UnschedulableTimeout";
            case TAKEN_EARLY -> "PopFromBackoffQ";
            case ACTIVATED -> "ForceActivate";
            case CLUSTER_EVENT -> event == null ? "Unknown" : event.label();
        };
    }
}
