package dev.edgewise.scheduler.preemption;

import dev.edgewise.scheduler.model.Pod;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * The pods whose eviction makes room on a node.
 *
 * @param pods most important first, at least one
 * @param budgetViolations how many of them their disruption budgets protect
 */
public record Victims(String node, List<Pod> pods, int budgetViolations) {
    /** Lifts all priorities above zero, so that more victims are never the cheaper choice. */
    private static final long LIFT = 1L << 31;

    public Victims {
        pods = List.copyOf(pods);
        if (pods.isEmpty()) {
            throw new IllegalArgumentException("victims on node " + node + " are none, must be at least one");
        }
    }

    /** The less harm, the smaller: kube-scheduler's order of criteria. */
    static Comparator<Victims> byHarm(Instant now) {
        return Comparator.comparingInt(Victims::budgetViolations)
                .thenComparingInt(Victims::highestPriority)
                .thenComparingLong(Victims::sumOfPriorities)
                .thenComparingInt(victims -> victims.pods().size())
                .thenComparing(victims -> victims.earliestStart(now), Comparator.reverseOrder());
    }

    private int highestPriority() {
        return pods.get(0).spec().priority();
    }

    private long sumOfPriorities() {
        return pods.stream().mapToLong(pod -> pod.spec().priority() + LIFT).sum();
    }

    /** Returns the earliest start among the victims with the highest priority. */
    private Instant earliestStart(Instant now) {
        return pods.stream()
                .filter(pod -> pod.spec().priority() == highestPriority())
                .map(pod -> start(pod, now))
                .min(Comparator.naturalOrder())
                .orElse(now);
    }

    /** A pod that its kubelet has not taken on starts now. */
    private static Instant start(Pod pod, Instant now) {
        Instant startedAt = pod.status().startedAt();
        return startedAt == null ? now : startedAt;
    }
}
