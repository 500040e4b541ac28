package dev.edgewise.scheduler.optimizer;

import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * The pods that one search can look at, limited by the memory that each takes. Pods of neighbours share backups, so
 * they are searched together.
 */
final class ReserveSearchPodSelection {
    private ReserveSearchPodSelection() {}

    /** The pods that have a backup, on nodes that are there. */
    static List<PodWithBackup> covered(List<PodWithBackup> pods, Snapshot snapshot) {
        return pods.stream()
                .filter(pod -> snapshot.node(pod.home()) != null)
                .filter(pod -> pod.backup() != null && snapshot.node(pod.backup()) != null)
                .toList();
    }

    /** Returns the total requests of the pods. */
    static ResourceDemand requested(List<PodWithBackup> pods) {
        ResourceDemand requested = ResourceDemand.NONE;
        for (PodWithBackup pod : pods) {
            requested = requested.plus(ResourceDemand.of(pod.pod()));
        }
        return requested;
    }

    /** Returns all pods, or, if they are more than {@code most}, the pods of nodes in some zones, others each time. */
    static List<PodWithBackup> of(List<PodWithBackup> covered, int most, Snapshot snapshot, RandomGenerator random) {
        if (covered.size() <= most) {
            return covered;
        }
        Map<String, List<PodWithBackup>> byHome = covered.stream().collect(Collectors.groupingBy(PodWithBackup::home));
        List<NodeState> nodes = new ArrayList<>(snapshot.nodes());
        nodes.sort(Comparator.comparing((NodeState node) -> node.node().zone()).thenComparing(NodeState::name));
        Collections.rotate(nodes, random.nextInt(nodes.size()));
        List<PodWithBackup> region = new ArrayList<>();
        for (NodeState node : nodes) {
            List<PodWithBackup> some = byHome.getOrDefault(node.name(), List.of());
            if (region.size() + some.size() > most) {
                break;
            }
            region.addAll(some);
        }
        return region;
    }
}
