package dev.edgewise.scheduler.metrics;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.queue.QueueObserver;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Counts pods that enter a part of the queue, by why, under kube-scheduler's name. */
final class QueueMetrics implements QueueObserver {
    private final MeterRegistry registry;

    public QueueMetrics(MeterRegistry registry) {
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
            case CLUSTER_EVENT -> event == null ? "Unknown" : name(event);
        };
    }

    private static String name(ClusterEvent event) {
        return switch (event) {
            case NODE_ADDED -> "NodeAdd";
            case NODE_REMOVED -> "NodeDelete";
            case NODE_ALLOCATABLE_CHANGED -> "NodeUpdateNodeAllocatable";
            case NODE_LABELS_CHANGED -> "NodeUpdateNodeLabel";
            case NODE_TAINTS_CHANGED -> "NodeUpdateNodeTaint";
            case NODE_FEATURES_CHANGED -> "NodeUpdateNodeDeclaredFeature";
            case POD_CHANGED -> "AssignedPodUpdate";
            case POD_REMOVED -> "AssignedPodDelete";
            case STORAGE_CHANGED -> "StorageUpdate";
            case DEVICES_CHANGED -> "ResourceClaimUpdate";
            case RESERVATION_ADDED -> "ReservationAdd";
            case NAMESPACE_CHANGED -> "NamespaceUpdate";
            case SIGNAL_CHANGED -> "SignalUpdate";
            case ENERGY_CHANGED -> "EnergyUpdate";
            case REWARD_CHANGED -> "RewardUpdate";
        };
    }
}
