package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds reservations whose capacity more important pods have taken while their status still says {@code Active}: a
 * leader that ended one for a preemption may have stopped before it wrote that. A node has less capacity than its pods
 * and reservations request then.
 */
final class OvertakenReservationFinder {
    private static final Comparator<Pod> LEAST_IMPORTANT_FIRST = Comparator.<Pod>comparingInt(
                    placeholder -> placeholder.spec().priority())
            .thenComparing(Pod::createdAt, Comparator.reverseOrder())
            .thenComparing(placeholder -> placeholder.key().name());

    private OvertakenReservationFinder() {}

    /** Returns for the uid of each reservation that is to end the most important pod of its node. */
    static Map<String, Pod> among(Collection<ReservationEntry> all, NodeTable nodes) {
        Map<String, Pod> overtaken = new HashMap<>();
        all.stream()
                .filter(standing -> standing.placeholder != null)
                .map(standing -> standing.reservation.node())
                .distinct()
                .forEach(name -> collect(nodes.state(name), overtaken));
        return overtaken;
    }

    private static void collect(@Nullable NodeState node, Map<String, Pod> overtaken) {
        if (node == null || !NodeCapacityCalculator.isExceeded(node)) {
            return;
        }
        NodeState left = NodeCapacityCalculator.withoutReserve(NodeCapacityCalculator.withoutNamed(node));
        Pod most = left.pods().stream()
                .filter(pod -> !CapacityPlaceholderPod.isOne(pod))
                .max(Comparator.comparingInt(pod -> pod.spec().priority()))
                .orElse(null);
        List<Pod> placeholders = left.pods().stream()
                .filter(CapacityPlaceholderPod::isReservation)
                .sorted(LEAST_IMPORTANT_FIRST)
                .toList();
        for (Pod placeholder : placeholders) {
            if (most == null
                    || placeholder.spec().priority() >= most.spec().priority()
                    || !NodeCapacityCalculator.isExceeded(left)) {
                return;
            }
            overtaken.put(placeholder.uid(), most);
            left = left.without(placeholder.key());
        }
    }
}
