package dev.edgewise.rewards.learning;

import dev.edgewise.common.Names;
import dev.edgewise.rewards.learning.ContainerFacts.Ending;
import dev.edgewise.rewards.outcomes.Cause;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a pod's facts once: what happened that was not counted, and what is counted then. A pod that was deleted, preempted, moved by the eviction API
 * or shut down did not fail.
 */
final class PodReading {
    private static final Set<String> IMAGE_TROUBLES = Set.of(
            "ErrImagePull",
            "ImagePullBackOff",
            "InvalidImageName",
            "ErrImageNeverPull",
            "ImageInspectError",
            "RegistryUnavailable");
    private static final Set<String> REJECTIONS = Set.of(
            "UnexpectedAdmissionError",
            "NodeAffinity",
            "NodePorts",
            "TaintToleration",
            "TopologyAffinityError",
            "SMTAlignmentError",
            "AppArmor",
            "PodOSNotSupported",
            "PodOSSelectorNodeLabelDoesNotMatch");

    /** One crash is an outcome already. */
    private static final int SEVERAL = 2;

    private final PodFacts pod;
    private final long now;
    private final boolean isKnown;
    private final List<Finding> findings = new ArrayList<>();
    private final List<Long> ended = new ArrayList<>();
    private Counted counted;

    /** @param isKnown whether earlier facts of the pod came before: what is new then happened now, whatever the clock of its node says */
    PodReading(PodFacts pod, Counted before, boolean isKnown, boolean nodeReady, Instant now) {
        this.pod = pod;
        this.counted = before;
        this.isKnown = isKnown;
        this.now = now.toEpochMilli();
        for (int i = 0; i < pod.containers().size(); i++) {
            container(i, pod.containers().get(i));
        }
        // An evicted pod shows no containers any more.
        for (int i = ended.size(); i < before.ended().size(); i++) {
            ended.add(before.ended(i));
        }
        this.counted = new Counted(counted.causes(), counted.probed(), ended);
        wholePod(nodeReady);
    }

    List<Finding> findings() {
        return findings;
    }

    /** What is counted once the findings are. */
    Counted counted() {
        return counted;
    }

    private void container(int index, ContainerFacts container) {
        ended.add(counted.ended(index));
        ending(index, container, container.endedBefore(), false);
        ending(index, container, container.ended(), isExcused() || (container.isInit() && isDone()));
    }

    private void ending(int index, ContainerFacts container, @Nullable Ending ending, boolean excused) {
        if (ending == null || ending.finished() == null) {
            return;
        }
        long finished = ending.finished().toEpochMilli();
        if (finished <= ended.get(index)) {
            return;
        }
        ended.set(index, finished);
        Instant started = ending.started();
        long lasted = started == null ? 0 : Math.max(0, finished - started.toEpochMilli());
        long at = isKnown ? now : Math.min(now, finished);
        Cause cause = excused ? Cause.HEALTHY : cause(ending);
        if (cause == Cause.HEALTHY && container.isInit()) {
            return;
        }
        String detail = cause == Cause.HEALTHY
                ? container.name()
                : container.name() + ": exit code " + ending.exitCode()
                        + (ending.reason().isEmpty() ? "" : ", " + ending.reason());
        findings.add(new Finding(cause, at - lasted, at, container.isInit() ? 0 : share(pod), detail));
    }

    private static Cause cause(Ending ending) {
        return switch (ending.reason()) {
            case "OOMKilled" -> Cause.OOM_KILLED;
            // Its node came back without it: said below, once a pod.
            case "ContainerStatusUnknown" -> Cause.HEALTHY;
            default -> ending.exitCode() == 0 ? Cause.HEALTHY : Cause.CRASH;
        };
    }

    /** How much of a pod's time is one container's. */
    static double share(PodFacts pod) {
        return 1.0
                / Math.max(
                        1,
                        pod.containers().stream().filter(each -> !each.isInit()).count());
    }

    /** Whether what ends now was ended, instead of failing. */
    private boolean isExcused() {
        return pod.isDeleted()
                || !pod.disruption().isEmpty()
                || (pod.phase().equals("Failed") && !pod.reason().isEmpty());
    }

    /** Whether all but init containers have ended for good: then the kubelet stops sidecars, however they take it. */
    private boolean isDone() {
        // In their order, those that are none come first.
        return pod.phase().equals("Succeeded")
                || (!pod.containers().get(0).isInit()
                        && pod.containers().stream().allMatch(each -> each.isInit() || isCompleted(each)));
    }

    /** One that failed may start again, unless its pod does not. */
    private boolean isCompleted(ContainerFacts container) {
        return container.ended() != null
                && (container.ended().exitCode() == 0 || pod.phase().equals("Failed"));
    }

    private void wholePod(boolean nodeReady) {
        if (pod.phase().equals("Failed")) {
            failed();
        }
        if (isLost(nodeReady)) {
            once(Cause.NODE_LOST, "");
        }
        if (pod.phase().equals("Succeeded")) {
            once(Cause.COMPLETED, "");
        }
        for (ContainerFacts container : pod.containers()) {
            troubled(container);
        }
    }

    /** Taints delete pods of nodes that are ready, too; scheduler-service's failover none but those of nodes that failed. */
    private boolean isLost(boolean nodeReady) {
        return pod.phase().equals("Unknown")
                || pod.disruption().equals(Names.NODE_FAILED_REASON)
                || (pod.disruption().equals("DeletionByTaintManager") && !nodeReady);
    }

    private void failed() {
        String reason = pod.reason();
        if (reason.equals("Evicted")) {
            once(Cause.EVICTED, pod.message());
        } else if (reason.equals("NodeLost")) {
            once(Cause.NODE_LOST, pod.message());
        } else if (reason.startsWith("OutOf") || REJECTIONS.contains(reason)) {
            once(Cause.REJECTED, reason + (pod.message().isEmpty() ? "" : ": " + pod.message()));
        }
    }

    private void troubled(ContainerFacts container) {
        Ending ending = container.ended() == null ? container.endedBefore() : container.ended();
        if (ending != null && ending.reason().equals("ContainerStatusUnknown") && !isExcused()) {
            once(Cause.NODE_LOST, container.name());
        }
        if (pod.isDeleted()) {
            return;
        }
        if (IMAGE_TROUBLES.contains(container.waiting())) {
            once(Cause.IMAGE_PULL, container.name() + ": " + container.waiting());
        } else if (container.waiting().equals("CrashLoopBackOff") && container.restarts() >= SEVERAL) {
            once(Cause.CRASH_LOOP, container.name());
        }
    }

    private void once(Cause cause, String detail) {
        if (!counted.has(cause)) {
            counted = counted.with(cause);
            findings.add(Finding.ofPod(cause, now, detail));
        }
    }
}
