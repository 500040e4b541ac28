package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.model.Taint;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A node that has slots, or may have.
 *
 * @param labels those at least whose keys are node labels of testbeds
 * @param allocatable of the node
 * @param requests requests in all of the pods on it, also of those in slots, but for finished ones and pause pods
 * @param freePods number of pods that its kubelet takes beside those of {@code requests}
 * @param unschedulable whether it is cordoned
 * @param taints of the node
 * @param unreachableSince when it was tainted as unreachable or not ready; null if it is ready
 */
public record NodeFacts(
        String name,
        Map<String, String> labels,
        Resources allocatable,
        Resources requests,
        long freePods,
        boolean unschedulable,
        List<Taint> taints,
        @Nullable Instant unreachableSince) {
    public NodeFacts {
        labels = Map.copyOf(labels);
        taints = List.copyOf(taints);
    }
}
