package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.DisruptionBudget;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.NamespaceQuota;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.SelectorKey;
import dev.edgewise.scheduler.model.devices.DeviceClaims;
import dev.edgewise.scheduler.model.storage.Storage;
import dev.edgewise.scheduler.state.protection.Balloon;
import dev.edgewise.scheduler.state.protection.ReserveObject;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Receives the objects that watches see. Each call gives the current state of one object; a repeated call changes
 * nothing. Calls for one object come in order; calls for different kinds may come from different threads.
 */
public interface ClusterFeed {
    void node(Node node);

    void nodeGone(String name);

    void pod(Pod pod);

    /**
     * A pod with a field that cannot be read. A bound one takes its capacity; where a replacement may run is not known.
     *
     * @param rest the pod without what cannot be read
     * @param problem names the field, its value, and what is allowed
     */
    void unreadablePod(Pod rest, String problem);

    /** A balloon pod of this service: reserves capacity that its node keeps, and is no ordinary pod. */
    void balloon(Balloon balloon);

    /** Removes a pod or a balloon. */
    void podGone(PodKey key);

    void namespace(String name, Map<String, String> labels);

    void namespaceGone(String name);

    /** @param selector which pods of its namespace the object selects */
    void selector(SelectorKey key, LabelSelector selector);

    void selectorGone(SelectorKey key);

    void storage(UnaryOperator<Storage> change);

    void devices(UnaryOperator<DeviceClaims> change);

    void reservation(Reservation reservation);

    /** An object of this service that shows the reserve of a node, and holds nothing. */
    void shownReserve(ReserveObject reserve);

    /** Removes a reservation or a visible reserve. */
    void reservationGone(ReservationKey key);

    /** @param served whether the API server has reservations */
    void reservationsServed(boolean served);

    void disruptionBudget(DisruptionBudget budget);

    void disruptionBudgetGone(String namespace, String name);

    /** Updates the remainder of a ResourceQuota for its namespace. */
    void quota(NamespaceQuota quota);

    void quotaGone(String namespace, String name);

    void signals(UnaryOperator<Signals> change);
}
