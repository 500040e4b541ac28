package dev.edgewise.sandbox.cluster.kubelet;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStateRunning;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes what a kubelet would write into a pod's status. */
final class PodStatusWriter {
    private static final Set<String> OURS = Set.of("Initialized", "Ready", "ContainersReady");
    private static final String CONFIG_ERROR = "CreateContainerConfigError";

    private PodStatusWriter() {}

    static Pod running(Pod pod, Instant now) {
        boolean restart =
                pod.getStatus() != null && "Running".equals(pod.getStatus().getPhase());
        int restarts = PodStates.restarts(pod) + (restart ? 1 : 0);
        ContainerState state = new ContainerStateBuilder()
                .withNewRunning()
                .withStartedAt(time(now))
                .endRunning()
                .build();
        return with(pod, "Running", null, true, state, restarts, now);
    }

    static Pod crashed(Pod pod, int exitCode, Instant now) {
        ContainerState state = new ContainerStateBuilder()
                .withNewWaiting("back-off restarting failed container (exit code " + exitCode + ")", "CrashLoopBackOff")
                .build();
        return with(
                terminated(pod, exitCode, now),
                "Running",
                "ContainersNotReady",
                false,
                state,
                PodStates.restarts(pod),
                now);
    }

    /** The pod with the end of its running containers as their last state. */
    private static Pod terminated(Pod pod, int exitCode, Instant now) {
        Pod ended = new PodBuilder(pod).build();
        for (ContainerStatus status : statuses(ended)) {
            ContainerStateRunning running =
                    status.getState() == null ? null : status.getState().getRunning();
            if (running != null) {
                status.setLastState(new ContainerStateBuilder()
                        .withNewTerminated()
                        .withExitCode(exitCode)
                        .withReason(exitCode == 0 ? "Completed" : "Error")
                        .withStartedAt(running.getStartedAt())
                        .withFinishedAt(time(now))
                        .endTerminated()
                        .build());
            }
        }
        return ended;
    }

    private static List<ContainerStatus> statuses(Pod pod) {
        return pod.getStatus() == null || pod.getStatus().getContainerStatuses() == null
                ? List.of()
                : pod.getStatus().getContainerStatuses();
    }

    private static @Nullable ContainerState lastState(Pod pod, String container) {
        return statuses(pod).stream()
                .filter(status -> status.getName().equals(container))
                .findFirst()
                .map(ContainerStatus::getLastState)
                .orElse(null);
    }

    static Pod finished(Pod pod, int exitCode, Instant now) {
        ContainerState state = new ContainerStateBuilder()
                .withNewTerminated()
                .withExitCode(exitCode)
                .withReason(exitCode == 0 ? "Completed" : "Error")
                .withFinishedAt(time(now))
                .endTerminated()
                .build();
        String phase = exitCode == 0 ? "Succeeded" : "Failed";
        return with(
                pod, phase, exitCode == 0 ? "PodCompleted" : "PodFailed", false, state, PodStates.restarts(pod), now);
    }

    /** A pod whose annotations cannot be read never starts, and says why. */
    static Pod misconfigured(Pod pod, String message, Instant now) {
        ContainerState state = new ContainerStateBuilder()
                .withNewWaiting(message, CONFIG_ERROR)
                .build();
        return with(pod, "Pending", "ContainersNotReady", false, state, 0, now);
    }

    static boolean isMisconfigured(Pod pod) {
        return pod.getStatus() != null
                && pod.getStatus().getContainerStatuses() != null
                && pod.getStatus().getContainerStatuses().stream()
                        .map(ContainerStatus::getState)
                        .anyMatch(state -> state != null
                                && state.getWaiting() != null
                                && CONFIG_ERROR.equals(state.getWaiting().getReason()));
    }

    private static Pod with(
            Pod pod,
            String phase,
            @Nullable String reason,
            boolean ready,
            ContainerState state,
            int restarts,
            Instant now) {
        PodStatusBuilder status =
                pod.getStatus() == null ? new PodStatusBuilder() : new PodStatusBuilder(pod.getStatus());
        return new PodBuilder(pod)
                .withStatus(status.withPhase(phase)
                        .withConditions(conditions(pod, ready, reason, now))
                        .withStartTime(
                                pod.getStatus() != null && pod.getStatus().getStartTime() != null
                                        ? pod.getStatus().getStartTime()
                                        : time(now))
                        .withPodIP(address(pod))
                        .withHostIP("127.0.0.1")
                        .withContainerStatuses(pod.getSpec().getContainers().stream()
                                .map(container -> container(container, pod, ready, state, restarts))
                                .toList())
                        .build())
                .build();
    }

    private static List<PodCondition> conditions(Pod pod, boolean ready, @Nullable String reason, Instant now) {
        List<PodCondition> conditions = new ArrayList<>();
        if (pod.getStatus() != null && pod.getStatus().getConditions() != null) {
            pod.getStatus().getConditions().stream()
                    .filter(condition -> !OURS.contains(condition.getType()))
                    .forEach(conditions::add);
        }
        Stream.of("Initialized", "ContainersReady", "Ready")
                .map(type -> {
                    boolean holds = ready || type.equals("Initialized");
                    return new PodConditionBuilder()
                            .withType(type)
                            .withStatus(holds ? "True" : "False")
                            .withReason(holds ? null : reason)
                            .withLastTransitionTime(time(now))
                            .build();
                })
                .forEach(conditions::add);
        return conditions;
    }

    private static ContainerStatus container(
            Container container, Pod pod, boolean ready, ContainerState state, int restarts) {
        return new ContainerStatusBuilder()
                .withName(container.getName())
                .withImage(container.getImage())
                .withImageID("")
                .withContainerID("simulated://" + pod.getMetadata().getUid() + "/" + container.getName())
                .withReady(ready)
                .withStarted(ready)
                .withRestartCount(restarts)
                .withState(state)
                .withLastState(lastState(pod, container.getName()))
                .build();
    }

    /** Returns an address in 10.0.0.0/8, always the same for one pod. */
    private static String address(Pod pod) {
        int hash = String.valueOf(pod.getMetadata().getUid()).hashCode();
        return "10." + (hash >>> 16 & 255) + "." + (hash >>> 8 & 255) + "." + (hash & 255);
    }

    private static String time(Instant now) {
        return now.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
