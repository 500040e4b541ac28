package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Placeholders on the nodes for what these keep for failures of others. Not thread-safe. */
final class BackupPlaceholders {
    private final CapacityPlaceholders placeholders;
    /** Reserves by node. */
    private final Map<String, ResourceDemand> kept = new HashMap<>();

    BackupPlaceholders(CapacityPlaceholders placeholders) {
        this.placeholders = placeholders;
    }

    /** Puts placeholders on the node for that, instead of those for what it kept. */
    void keep(String node, ResourceDemand keeps) {
        ResourceDemand before = keeps.isNone() ? kept.remove(node) : kept.put(node, keeps);
        if (!keeps.equals(before)) {
            replace(node, before == null ? ResourceDemand.NONE : before, keeps);
        }
    }

    /** The node as it is when it keeps that, and nothing else. */
    static NodeState keeping(NodeState node, ResourceDemand keeps) {
        NodeState changed = NodeCapacityCalculator.withoutReserve(node);
        for (Pod placeholder : CapacityPlaceholderPod.of(node.name(), keeps)) {
            changed = changed.with(placeholder);
        }
        return changed;
    }

    /**
     * Replaces the placeholders. The first has all the resources; the others only take a pod's place, and most of them
     * stay.
     */
    private void replace(String node, ResourceDemand kept, ResourceDemand keeps) {
        boolean sameResources = kept.resources().equals(keeps.resources());
        int inBoth = Math.min(kept.pods(), keeps.pods());
        IntPredicate differs = number -> number >= inBoth || (number == 0 && !sameResources);
        List<Pod> before = CapacityPlaceholderPod.of(node, kept);
        List<Pod> after = CapacityPlaceholderPod.of(node, keeps);
        IntStream.range(0, before.size()).filter(differs).mapToObj(before::get).forEach(placeholders::remove);
        IntStream.range(0, after.size()).filter(differs).mapToObj(after::get).forEach(placeholders::add);
    }
}
