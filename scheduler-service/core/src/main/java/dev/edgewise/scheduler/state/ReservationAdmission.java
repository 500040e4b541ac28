package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Selects the waiting reservations that are looked at, and refuses those that may not hold capacity. Not thread-safe.
 */
final class ReservationAdmission {
    /** Maximum number of waiting reservations that are looked at together; some of each namespace in any case. */
    private static final int MOST_CHECKED = 1_000;

    private static final int LEAST_PER_NAMESPACE = 5;

    private final NodeTable nodes;
    private final ReservationBudget budget;
    private long checks;

    ReservationAdmission(NodeTable nodes, ControllerPods pods) {
        this.nodes = nodes;
        this.budget = new ReservationBudget(nodes, pods);
    }

    ReservationBudget budget() {
        return budget;
    }

    /**
     * Returns the waiting reservations to be checked now, oldest first. Namespaces share each turn, however many wait
     * in one of them.
     */
    List<ReservationEntry> next(Collection<NamespaceReservations> all) {
        budget.begin();
        List<NamespaceReservations> waiting =
                all.stream().filter(NamespaceReservations::hasWaiting).toList();
        int each = Math.max(LEAST_PER_NAMESPACE, MOST_CHECKED / Math.max(1, waiting.size()));
        List<ReservationEntry> next = new ArrayList<>();
        waiting.forEach(namespace -> next.addAll(namespace.next(each)));
        next.sort(ReservationEntry.OLDEST_FIRST);
        return next;
    }

    /**
     * Returns why it may not hold capacity; null if it may. Works that out only where its node has changed.
     *
     * @param nominated pods that others were evicted for, by node: their capacity is not free
     */
    @Nullable
    ReservationStatus refusal(ReservationEntry entry, Map<String, List<Pod>> nominated) {
        Reservation reservation = entry.reservation;
        NodeState node = nodes.state(reservation.node());
        if (reservation.problem() != null) {
            return ReservationEntry.unschedulable("Invalid", reservation.problem());
        }
        if (node == null) {
            return ReservationEntry.nodeNotFound(reservation.node());
        }
        List<Pod> there = nominated.getOrDefault(reservation.node(), List.of());
        checks += entry.isCheckedFor(node, there) ? 0 : 1;
        return entry.refusalOn(node, there);
    }

    /**
     * Returns the refusal by the node or by the limits of the namespace; null if the reservation is accepted.
     *
     * @param most how many of the namespace may hold capacity
     */
    @Nullable
    ReservationStatus refusal(
            ReservationEntry entry, NamespaceReservations namespace, int most, Map<String, List<Pod>> nominated) {
        String name = entry.reservation.key().namespace();
        if (namespace.holding.size() >= most) {
            return ReservationEntry.tooMany(name, most);
        }
        ReservationStatus refusal = refusal(entry, nominated);
        return refusal != null ? refusal : budget.refusal(entry, namespace);
    }

    /** Notes that one more reservation of the namespace holds capacity. */
    void accepted(String namespace) {
        budget.changed(namespace);
    }

    /** Returns how often it was worked out whether a node has capacity for one, in all. */
    long checks() {
        return checks;
    }
}
