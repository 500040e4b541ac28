package dev.edgewise.offloader.safety;

import java.time.Duration;
import java.util.Set;

/**
 * A pod as the safety rules see it.
 *
 * @param name with its namespace, {@code namespace/name}
 * @param node where it runs
 * @param priority of its PriorityClass
 * @param age since it became ready
 * @param replicas of its workload that should run
 * @param readyReplicas of its workload that are ready, this one among them if it is
 */
public record MovablePod(
        String name,
        String uid,
        Workload workload,
        String node,
        int priority,
        Duration age,
        int replicas,
        int readyReplicas,
        Set<UnmovablePodReason> unfitReasons) {
    public MovablePod {
        unfitReasons = Set.copyOf(unfitReasons);
    }
}
