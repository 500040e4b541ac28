package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.devices.Devices;
import dev.edgewise.scheduler.model.storage.Storage;
import dev.edgewise.scheduler.state.protection.Covers;
import dev.edgewise.scheduler.state.protection.Demand;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pcollections.PMap;

/**
 * What the cluster has besides nodes. Immutable.
 *
 * @param namespaces labels of each namespace
 * @param selectors which pods are replicas of one another
 * @param nominated pods that wait for room a preemption cleared on a node, by node
 * @param budgets how many pods may be disrupted
 * @param reservations those that hold room
 * @param covers which nodes keep room for others' failures
 * @param heldByBalloons what pods of ours hold, by node
 */
record Facts(
        PMap<String, Map<String, String>> namespaces,
        PodSelectors selectors,
        Workloads workloads,
        Storage storage,
        Devices devices,
        Signals signals,
        PMap<String, List<Pod>> nominated,
        BudgetIndex budgets,
        PlacedPods placed,
        ReservationIndex reservations,
        Covers covers,
        PMap<String, Demand> heldByBalloons) {
    /** What balloons hold on the node. */
    Demand heldByBalloons(String node) {
        return heldByBalloons.getOrDefault(node, Demand.NONE);
    }

    Facts reserving(Reservation reservation) {
        return with(placed, storage, reservations.with(reservation), covers);
    }

    /** @param taken the reservation that the pod takes, or null */
    Facts placing(Pod assigned, @Nullable Reservation taken) {
        return with(
                placed.with(assigned),
                storage.mounting(assigned),
                taken == null ? reservations : reservations.without(taken),
                covers);
    }

    /** These without the pod, if the node has it. */
    Facts without(NodeState node, PodKey pod) {
        for (Pod known : node.pods()) {
            if (known.key().equals(pod)) {
                return with(placed.without(known), storage.unmounting(known), reservations, covers);
            }
        }
        return this;
    }

    Facts covering(Covers changed) {
        return with(placed, storage, reservations, changed);
    }

    private Facts with(PlacedPods changed, Storage mounted, ReservationIndex kept, Covers covering) {
        return new Facts(
                namespaces,
                selectors,
                workloads,
                mounted,
                devices,
                signals,
                nominated,
                budgets,
                changed,
                kept,
                covering,
                heldByBalloons);
    }
}
