package dev.edgewise.scheduler.plugins.recovery;

import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.state.NodeCapacityCalculator;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.protection.NodeBackups;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.Map;

/** The additional reserve of a node if it stood in for one more pod. */
public final class AddedReserve {
    private AddedReserve() {}

    /**
     * The share of the pod's request that must be kept in addition, of the resource of which it is the most.
     *
     * @return 0 where what is kept suffices, 1 where the whole request is added
     */
    static double share(NodeBackups cover, String home, ResourceDemand pod) {
        ResourceDemand kept = cover.reserve();
        ResourceDemand keeps = cover.reserveWith(home, pod);
        Resources before = kept.resources();
        Resources after = keeps.resources();
        Resources request = pod.resources();
        double most = share(keeps.pods() - kept.pods(), pod.pods());
        most = Math.max(most, share(after.milliCpu() - before.milliCpu(), request.milliCpu()));
        most = Math.max(most, share(after.memory() - before.memory(), request.memory()));
        most = Math.max(most, share(after.ephemeralStorage() - before.ephemeralStorage(), request.ephemeralStorage()));
        for (Map.Entry<String, Long> scalar : request.scalars().entrySet()) {
            String name = scalar.getKey();
            most = Math.max(most, share(after.scalar(name) - before.scalar(name), scalar.getValue()));
        }
        return most;
    }

    /**
     * Returns how many such pods of that home the node could take without keeping more, of the resource that suffices
     * for the fewest.
     */
    static double spare(NodeBackups cover, String home, ResourceDemand pod) {
        ResourceDemand spare = cover.reserve().minus(cover.of(home));
        Resources left = spare.resources();
        Resources request = pod.resources();
        double least = suffices(spare.pods(), pod.pods());
        least = Math.min(least, suffices(left.milliCpu(), request.milliCpu()));
        least = Math.min(least, suffices(left.memory(), request.memory()));
        least = Math.min(least, suffices(left.ephemeralStorage(), request.ephemeralStorage()));
        for (Map.Entry<String, Long> scalar : request.scalars().entrySet()) {
            least = Math.min(least, suffices(left.scalar(scalar.getKey()), scalar.getValue()));
        }
        return least;
    }

    private static double suffices(long left, long requested) {
        return requested == 0 ? Double.POSITIVE_INFINITY : (double) left / requested;
    }

    private static double share(long added, long requested) {
        return requested == 0 ? 0 : (double) added / requested;
    }

    /** Returns whether the node has capacity for that beside its pods and what it keeps now. */
    static boolean fits(NodeState node, NodeBackups cover, String home, ResourceDemand pod) {
        ResourceDemand keeps = cover.reserveWith(home, pod);
        return fits(node, keeps.minus(cover.reserve())) || fitsIntoHeld(node, keeps);
    }

    /** Tells whether the reserve fits into the capacity that balloons hold, which may be more than is kept. */
    private static boolean fitsIntoHeld(NodeState node, ResourceDemand keeps) {
        ResourceDemand held = NodeCapacityCalculator.heldForFailures(node);
        return !held.isNone()
                && !isOvercommitted(node)
                && fits(node, keeps.max(held).minus(held));
    }

    /** Returns whether the node has capacity for that more. */
    public static boolean fits(NodeState node, ResourceDemand more) {
        Resources added = more.resources();
        return more.pods() <= node.freePods()
                && fits(added.milliCpu(), node.freeMilliCpu())
                && fits(added.memory(), node.freeMemory())
                && fits(added.ephemeralStorage(), node.freeEphemeralStorage())
                && added.scalars().entrySet().stream()
                        .allMatch(scalar -> fits(scalar.getValue(), node.freeScalar(scalar.getKey())));
    }

    /**
     * Returns whether more is placed on the node, what it keeps included, than it has: another scheduler does not know
     * what is kept. Pods count that a scheduler has bound: clients with the right to create pods can name any node, and
     * may ask for more than its kubelet will admit.
     */
    public static boolean isOvercommitted(NodeState node) {
        return NodeCapacityCalculator.isOvercommitted(node)
                && NodeCapacityCalculator.isOvercommitted(NodeCapacityCalculator.withoutUnconfirmedPods(node));
    }

    /** A node may be overcommitted by others. */
    private static boolean fits(long added, long free) {
        return added == 0 || added <= free;
    }
}
