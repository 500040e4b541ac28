package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Calculates whether the free capacity of a node suffices, and how much of it is kept. */
public final class NodeCapacityCalculator {
    /** Maximum number of names in a message. */
    private static final int MOST_NAMED = 10;

    private NodeCapacityCalculator() {}

    /**
     * The first resources of which too little is free for one more pod with these requests, in kube-scheduler's words.
     */
    public static List<String> lacking(NodeState node, Resources requests) {
        List<String> lacking = new ArrayList<>();
        check(lacking, 1 <= node.freePods(), "Too many pods");
        check(lacking, isEnough(requests.milliCpu(), node.freeMilliCpu()), "Insufficient cpu");
        check(lacking, isEnough(requests.memory(), node.freeMemory()), "Insufficient memory");
        check(
                lacking,
                isEnough(requests.ephemeralStorage(), node.freeEphemeralStorage()),
                "Insufficient ephemeral-storage");
        for (Map.Entry<String, Long> scalar : requests.scalars().entrySet()) {
            check(
                    lacking,
                    isEnough(scalar.getValue(), node.freeScalar(scalar.getKey())),
                    "Insufficient " + scalar.getKey());
        }
        return lacking;
    }

    /** Returns the part of its pods' requests that reservations hold, without the reserve for failures. */
    public static Resources reserved(NodeState node) {
        Resources reserved = Resources.NONE;
        for (Pod pod : node.pods()) {
            if (CapacityPlaceholderPod.isReservation(pod)) {
                reserved = reserved.plus(pod.spec().requests().needed());
            }
        }
        return reserved;
    }

    /** Returns whether the pod is none, but stands for a reservation whose uid it has. */
    public static boolean isReservation(Pod pod) {
        return CapacityPlaceholderPod.isReservation(pod);
    }

    /** Returns whether reservations or modules keep room anywhere; a reserve for failures does not count. */
    public static boolean hasReservedCapacity(Snapshot snapshot) {
        return !snapshot.get(ReservationIndex.FACT).isEmpty()
                || snapshot.get(CapacityPlaceholders.COUNT_OF_MODULES) > 0;
    }

    /** Returns whether some of its capacity is kept, by reservations, by modules, or for failures of other nodes. */
    public static boolean hasCapacityPlaceholders(NodeState node) {
        for (Pod pod : node.pods()) {
            if (CapacityPlaceholderPod.isOne(pod)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the reserve that the node keeps, or balloons hold, for failures of others. */
    public static ResourceDemand heldForFailures(NodeState node) {
        ResourceDemand held = ResourceDemand.NONE;
        for (Pod pod : node.pods()) {
            held = CapacityPlaceholderPod.isForRecovery(pod) ? held.plus(ResourceDemand.of(pod)) : held;
        }
        return held;
    }

    /** The node without what holds the capacity that it keeps for others' failures. */
    public static NodeState withoutReserve(NodeState node) {
        List<Pod> placeholders = new ArrayList<>();
        for (Pod pod : node.pods()) {
            if (CapacityPlaceholderPod.isForRecovery(pod)) {
                placeholders.add(pod);
            }
        }
        return placeholders.isEmpty() ? node : node.without(placeholders);
    }

    /**
     * Returns whether the node's pods request more than it has, with what it keeps. A resource that the node does not
     * have is none that it lacks: its kubelet admits pods that ask for one.
     */
    public static boolean isOvercommitted(NodeState node) {
        return node.freePods() < 0
                || node.freeMilliCpu() < 0
                || node.freeMemory() < 0
                || node.freeEphemeralStorage() < 0
                || node.node().allocatable().scalars().keySet().stream().anyMatch(name -> node.freeScalar(name) < 0);
    }

    /** Returns the node without pods that name it, but that neither a scheduler nor its kubelet has confirmed. */
    public static NodeState withoutUnconfirmedPods(NodeState node) {
        List<Pod> unconfirmed =
                node.pods().stream().filter(pod -> !pod.status().scheduled()).toList();
        return unconfirmed.isEmpty() ? node : node.without(unconfirmed);
    }

    private static boolean isEnough(long requested, long free) {
        return requested == 0 || requested <= free;
    }

    private static void check(List<String> lacking, boolean holds, String otherwise) {
        if (!holds && lacking.size() < MOST_NAMED) {
            lacking.add(otherwise);
        }
    }
}
