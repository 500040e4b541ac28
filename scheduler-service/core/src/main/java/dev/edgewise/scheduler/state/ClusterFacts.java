package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.devices.DeviceClaims;
import dev.edgewise.scheduler.model.storage.Storage;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pcollections.PMap;

/**
 * The facts about the cluster besides its nodes. Immutable.
 *
 * @param namespaces labels of each namespace
 * @param selectors which pods are replicas of one another
 * @param nominated pods that wait for capacity a preemption cleared on a node, by node
 * @param budgets how many pods may be disrupted
 * @param reservations the reservations that hold capacity
 * @param covers which nodes keep capacity for others' failures
 * @param heldByBalloons the capacity that balloons hold, by node
 */
record ClusterFacts(
        PMap<String, Map<String, String>> namespaces,
        PodSelectors selectors,
        WorkloadNodes workloads,
        Storage storage,
        DeviceClaims devices,
        Signals signals,
        PMap<String, List<Pod>> nominated,
        BudgetIndex budgets,
        ScheduledPodIndex placed,
        ReservationIndex reservations,
        BackupIndex covers,
        PMap<String, ResourceDemand> heldByBalloons) {
    /** Returns the capacity that balloons hold on the node. */
    ResourceDemand heldByBalloons(String node) {
        return heldByBalloons.getOrDefault(node, ResourceDemand.NONE);
    }

    ClusterFacts reserving(Reservation reservation) {
        return with(placed, storage, reservations.with(reservation), covers);
    }

    /** @param taken the reservation that the pod takes, or null */
    ClusterFacts placing(Pod assigned, @Nullable Reservation taken) {
        return with(
                placed.with(assigned),
                storage.mounting(assigned),
                taken == null ? reservations : reservations.without(taken),
                covers);
    }

    /** Returns these facts without the pod, if the node has it. */
    ClusterFacts without(NodeState node, PodKey pod) {
        for (Pod known : node.pods()) {
            if (known.key().equals(pod)) {
                return with(placed.without(known), storage.unmounting(known), reservations, covers);
            }
        }
        return this;
    }

    ClusterFacts covering(BackupIndex changed) {
        return with(placed, storage, reservations, changed);
    }

    private ClusterFacts with(ScheduledPodIndex changed, Storage mounted, ReservationIndex kept, BackupIndex covering) {
        return new ClusterFacts(
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
