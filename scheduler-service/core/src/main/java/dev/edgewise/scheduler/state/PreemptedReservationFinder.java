package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds reservations whose capacity more important pods have taken while their status still says {@code Active}: a
 * leader that ended one for a preemption may have stopped before it wrote that. A node has less capacity than its pods
 * and reservations request then. Another scheduler, which does not see reservations, causes the same with any pod: a
 * reservation ends only for a more important pod that came after it and did not fit beside it.
 */
final class PreemptedReservationFinder {
    private static final Comparator<Pod> LEAST_IMPORTANT_FIRST = Comparator.<Pod>comparingInt(
                    pod -> pod.spec().priority())
            .thenComparing(Pod::createdAt, Comparator.reverseOrder())
            .thenComparing(pod -> pod.key().name());

    private static final Comparator<Pod> FIRST_COME_FIRST = Comparator.<Pod, Instant>comparing(
                    PreemptedReservationFinder::arrival)
            .thenComparing(LEAST_IMPORTANT_FIRST.reversed());

    private PreemptedReservationFinder() {}

    /** Returns for the uid of each reservation that is to end the pod that took its capacity. */
    static Map<String, Pod> among(Collection<ReservationEntry> all, NodeTable nodes) {
        Map<String, Pod> preempted = new HashMap<>();
        all.stream()
                .filter(standing -> standing.placeholder != null)
                .map(standing -> standing.reservation.node())
                .distinct()
                .forEach(name -> collect(nodes.state(name), preempted));
        return preempted;
    }

    private static void collect(@Nullable NodeState node, Map<String, Pod> preempted) {
        if (node == null || !NodeCapacityCalculator.isOvercommitted(node)) {
            return;
        }
        NodeState left = NodeCapacityCalculator.withoutReserve(NodeCapacityCalculator.withoutUnconfirmedPods(node));
        List<Pod> placeholders = left.pods().stream()
                .filter(CapacityPlaceholderPod::isReservation)
                .sorted(LEAST_IMPORTANT_FIRST)
                .toList();
        for (Pod placeholder : placeholders) {
            if (!NodeCapacityCalculator.isOvercommitted(left)) {
                return;
            }
            Pod preemptor = preemptor(placeholder, left);
            if (preemptor != null) {
                preempted.put(placeholder.uid(), preemptor);
                left = left.without(placeholder.key());
            }
        }
    }

    /**
     * Returns the first more important pod that has come since the reservation was created and did not fit beside it;
     * null if there is none.
     */
    private static @Nullable Pod preemptor(Pod placeholder, NodeState node) {
        return node.pods().stream()
                .filter(pod -> !CapacityPlaceholderPod.isOne(pod))
                .filter(pod -> pod.spec().priority() > placeholder.spec().priority())
                .filter(pod -> !arrival(pod).isBefore(placeholder.createdAt()))
                .sorted(FIRST_COME_FIRST)
                .filter(pod -> NodeCapacityCalculator.isOvercommitted(uponArrival(pod, node)))
                .findFirst()
                .orElse(null);
    }

    /** Returns the node without the pods that have come after that one. */
    private static NodeState uponArrival(Pod pod, NodeState node) {
        Instant arrival = arrival(pod);
        List<Pod> later = node.pods().stream()
                .filter(other -> !CapacityPlaceholderPod.isOne(other))
                .filter(other -> arrival(other).isAfter(arrival))
                .toList();
        return later.isEmpty() ? node : node.without(later);
    }

    /**
     * Returns when the pod came to its node, to a second. The binding has no date: its kubelet started it soon after,
     * or is about to. A node's clock may be slow, but no pod comes before it was created.
     */
    private static Instant arrival(Pod pod) {
        Instant started = pod.status().startedAt();
        if (started == null) {
            return Instant.MAX;
        }
        return started.isBefore(pod.createdAt()) ? pod.createdAt() : started;
    }
}
