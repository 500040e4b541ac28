package dev.edgewise.sandbox.cluster.kubelet;

import dev.edgewise.sandbox.cluster.life.PodState;
import dev.edgewise.sandbox.cluster.life.PodState.RestartPolicy;
import dev.edgewise.sandbox.cluster.life.PodState.Stage;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;

/** Reads from a pod's object where it stands. */
final class PodStates {
    private PodStates() {}

    static PodState of(Pod pod) {
        Long grace = pod.getMetadata().getDeletionGracePeriodSeconds();
        return new PodState(
                stage(pod),
                restarts(pod),
                restartPolicy(pod),
                pod.getMetadata().getDeletionTimestamp() != null,
                Duration.ofSeconds(grace == null ? 30 : grace));
    }

    static int restarts(Pod pod) {
        return statuses(pod).stream()
                .mapToInt(status -> status.getRestartCount() == null ? 0 : status.getRestartCount())
                .max()
                .orElse(0);
    }

    private static Stage stage(Pod pod) {
        String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
        if ("Succeeded".equals(phase) || "Failed".equals(phase)) {
            return Stage.FINISHED;
        }
        if (!"Running".equals(phase)) {
            return Stage.BOUND;
        }
        boolean waits = statuses(pod).stream()
                .anyMatch(
                        status -> status.getState() != null && status.getState().getWaiting() != null);
        return waits ? Stage.CRASHED : Stage.RUNNING;
    }

    private static List<ContainerStatus> statuses(Pod pod) {
        return pod.getStatus() == null || pod.getStatus().getContainerStatuses() == null
                ? List.of()
                : pod.getStatus().getContainerStatuses();
    }

    private static RestartPolicy restartPolicy(Pod pod) {
        String policy = pod.getSpec().getRestartPolicy();
        if ("Never".equals(policy)) {
            return RestartPolicy.NEVER;
        }
        return "OnFailure".equals(policy) ? RestartPolicy.ON_FAILURE : RestartPolicy.ALWAYS;
    }
}
