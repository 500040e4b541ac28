package dev.edgewise.scheduler.state;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.Resources;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Room that a placeholder keeps on a node for some pods. A pod takes it by its binding: the annotation of the Binding,
 * which the API server copies to the pod in the write that sets the node.
 *
 * @param title the room as messages name it, such as {@code reservation default/r}
 * @param placeholder the pod that stands on the node for it
 * @param annotation the annotation that says which room a pod takes, one of {@link Names#BINDING_ANNOTATIONS}
 * @param value the value of that annotation
 * @param reservation the reservation whose room it is; null for the room of a module
 */
public record HeldCapacity(
        String title, Pod placeholder, String annotation, String value, @Nullable Reservation reservation) {
    /**
     * Returns the room that a module keeps by {@link CapacityPlaceholders#keep}.
     *
     * @param kind the module's own word for it
     * @param name unique in its kind
     */
    public static HeldCapacity of(
            String kind, String name, String node, Resources requests, String title, String annotation, String value) {
        return new HeldCapacity(title, CapacityPlaceholderPod.of(kind, name, node, requests), annotation, value, null);
    }

    /** Returns the room of the reservation. */
    public static HeldCapacity of(Reservation reservation) {
        return new HeldCapacity(
                "reservation " + reservation.key(),
                CapacityPlaceholderPod.of(reservation),
                Names.RESERVATION_ANNOTATION,
                reservation.uid(),
                reservation);
    }

    /** Returns the rooms of the reservations that the pod may take, oldest first. */
    public static List<HeldCapacity> ofReservations(Pod pod, Snapshot snapshot) {
        List<Reservation> reservations = snapshot.get(ReservationIndex.FACT).of(pod);
        return reservations.isEmpty()
                ? List.of()
                : reservations.stream().map(HeldCapacity::of).toList();
    }

    /** The name of its node. */
    public String node() {
        return AssumedPods.nodeOf(placeholder);
    }

    /** Returns its node as it is for a pod that takes the room; null if the node is not there. */
    public @Nullable NodeState nodeFor(Pod pod, Snapshot snapshot) {
        return ReservationAdjustedNodes.forTaker(snapshot, this, pod);
    }

    /** Returns whether the placeholder stands on that node, as it is or could be. */
    public boolean hasPlaceholderOn(NodeState node) {
        return node.pods().stream().anyMatch(pod -> pod.key().equals(placeholder.key()));
    }

    /**
     * Returns the pod as it will be once it is bound with that room.
     *
     * @param assigned to its node
     * @param taken null for none
     */
    public static Pod taken(Pod assigned, @Nullable HeldCapacity taken) {
        Pod bare = assigned.boundAs(null);
        return taken == null ? bare : bare.bound(taken.annotation, taken.value);
    }
}
