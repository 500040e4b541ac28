package dev.edgewise.rewards.learning;

import dev.edgewise.common.Names;
import dev.edgewise.rewards.learning.facts.ContainerFacts;
import dev.edgewise.rewards.learning.facts.ContainerFacts.Ending;
import dev.edgewise.rewards.learning.facts.PodFacts;
import dev.edgewise.rewards.learning.ledger.CountedOutcomes;
import dev.edgewise.rewards.learning.state.Outcome;
import dev.edgewise.rewards.outcomes.OutcomeCause;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of a pod that were not counted before, read from its facts. A pod that was deleted, preempted, moved by
 * the eviction API or shut down did not fail.
 */
final class PodOutcomeReader {
    private static final Set<String> IMAGE_PULL_REASONS = Set.of(
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

    /** The number of restarts from which a crash loop counts: the first crash is an outcome of its own. */
    private static final int CRASH_LOOP_RESTARTS = 2;

    private final PodFacts pod;
    private final long now;
    private final boolean isKnown;
    private final List<Outcome> found = new ArrayList<>();
    private final List<Long> ended = new ArrayList<>();
    private CountedOutcomes counted;

    /**
     * Reads the outcomes from the facts of a pod.
     *
     * @param before the outcomes that were counted already
     * @param isKnown whether facts of the pod came before: then new outcomes happened now, whatever the clock of its
     *     node shows
     */
    PodOutcomeReader(PodFacts pod, CountedOutcomes before, boolean isKnown, boolean nodeReady, Instant now) {
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
        this.counted = new CountedOutcomes(counted.causes(), counted.probed(), ended);
        wholePod(nodeReady);
    }

    List<Outcome> found() {
        return found;
    }

    /** The counted outcomes of the pod, with those that were found. */
    CountedOutcomes counted() {
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
        OutcomeCause cause = excused ? OutcomeCause.HEALTHY : cause(ending);
        if (cause == OutcomeCause.HEALTHY && container.isInit()) {
            return;
        }
        String detail = cause == OutcomeCause.HEALTHY
                ? container.name()
                : container.name() + ": exit code " + ending.exitCode()
                        + (ending.reason().isEmpty() ? "" : ", " + ending.reason());
        found.add(new Outcome(cause, at - lasted, at, container.isInit() ? 0 : share(pod), detail));
    }

    private static OutcomeCause cause(Ending ending) {
        return switch (ending.reason()) {
            case "OOMKilled" -> OutcomeCause.OOM_KILLED;
            // The node came back without the container: this counts once a pod, below.
            case "ContainerStatusUnknown" -> OutcomeCause.HEALTHY;
            default -> ending.exitCode() == 0 ? OutcomeCause.HEALTHY : OutcomeCause.CRASH;
        };
    }

    /** Returns the share of one container in a pod's healthy time. */
    static double share(PodFacts pod) {
        return 1.0
                / Math.max(
                        1,
                        pod.containers().stream().filter(each -> !each.isInit()).count());
    }

    /** Returns whether containers that end now were stopped, and did not fail. */
    private boolean isExcused() {
        return pod.isDeleted()
                || !pod.disruption().isEmpty()
                || (pod.phase().equals("Failed") && !pod.reason().isEmpty());
    }

    /**
     * Returns whether all but init containers have ended and do not restart: then the kubelet stops sidecars, whatever
     * their exit codes.
     */
    private boolean isDone() {
        // Containers are sorted: init containers come last.
        return pod.phase().equals("Succeeded")
                || (!pod.containers().get(0).isInit()
                        && pod.containers().stream().allMatch(each -> each.isInit() || isCompleted(each)));
    }

    /** Returns whether a container does not start again: a failed one may, unless its pod failed. */
    private boolean isCompleted(ContainerFacts container) {
        return container.ended() != null
                && (container.ended().exitCode() == 0 || pod.phase().equals("Failed"));
    }

    private void wholePod(boolean nodeReady) {
        if (pod.phase().equals("Failed")) {
            podFailure();
        }
        if (isLost(nodeReady)) {
            addOnce(OutcomeCause.NODE_LOST, "");
        }
        if (pod.phase().equals("Succeeded")) {
            addOnce(OutcomeCause.COMPLETED, "");
        }
        for (ContainerFacts container : pod.containers()) {
            waitingFailure(container);
        }
    }

    /**
     * Returns whether the pod was lost with its node. Taints delete pods of ready nodes, too; scheduler-service's
     * failover deletes pods of failed nodes only.
     */
    private boolean isLost(boolean nodeReady) {
        return pod.phase().equals("Unknown")
                || pod.disruption().equals(Names.NODE_FAILED_REASON)
                || (pod.disruption().equals("DeletionByTaintManager") && !nodeReady);
    }

    private void podFailure() {
        String reason = pod.reason();
        if (reason.equals("Evicted")) {
            addOnce(OutcomeCause.EVICTED, pod.message());
        } else if (reason.equals("NodeLost")) {
            addOnce(OutcomeCause.NODE_LOST, pod.message());
        } else if (reason.startsWith("OutOf") || REJECTIONS.contains(reason)) {
            addOnce(OutcomeCause.REJECTED, reason + (pod.message().isEmpty() ? "" : ": " + pod.message()));
        }
    }

    private void waitingFailure(ContainerFacts container) {
        Ending ending = container.ended() == null ? container.endedBefore() : container.ended();
        if (ending != null && ending.reason().equals("ContainerStatusUnknown") && !isExcused()) {
            addOnce(OutcomeCause.NODE_LOST, container.name());
        }
        if (pod.isDeleted()) {
            return;
        }
        if (IMAGE_PULL_REASONS.contains(container.waiting())) {
            addOnce(OutcomeCause.IMAGE_PULL, container.name() + ": " + container.waiting());
        } else if (container.waiting().equals("CrashLoopBackOff") && container.restarts() >= CRASH_LOOP_RESTARTS) {
            addOnce(OutcomeCause.CRASH_LOOP, container.name());
        }
    }

    private void addOnce(OutcomeCause cause, String detail) {
        if (!counted.has(cause)) {
            counted = counted.with(cause);
            found.add(Outcome.ofPod(cause, now, detail));
        }
    }
}
