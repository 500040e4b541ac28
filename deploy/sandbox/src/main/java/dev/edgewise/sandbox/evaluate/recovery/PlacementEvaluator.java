package dev.edgewise.sandbox.evaluate.recovery;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Judges where pods are and which node stands in by the pods, the nodes and the true delays alone: it asks no ledger
 * and no filter.
 */
final class PlacementEvaluator {
    private final NodesWithTrueDelays site;
    private final List<Pod> pods;
    /** Free capacity of each node beside the pods that are on it. */
    private final Map<String, ResourceDemand> free = new HashMap<>();
    /** Nodes of each workload. */
    private final Map<String, Set<String>> workloads = new HashMap<>();

    /** @param pods that have a node */
    PlacementEvaluator(NodesWithTrueDelays site, Collection<Pod> pods) {
        this.site = site;
        this.pods = List.copyOf(pods);
        site.nodes().forEach(node -> free.put(node.name(), all(node)));
        for (Pod pod : pods) {
            free.computeIfPresent(nodeOf(pod), (node, rest) -> rest.minus(ResourceDemand.of(pod)));
            workloads.computeIfAbsent(pod.workload(), name -> new HashSet<>()).add(nodeOf(pod));
        }
    }

    /** Number of pairs of a node and its backup where the backup lacks the capacity for all that it would take. */
    int uncoveredPairs() {
        record Pair(String home, String backup) {}
        Map<Pair, ResourceDemand> demands = new HashMap<>();
        for (Pod pod : pods) {
            String backup = pod.backupNode();
            if (backup != null) {
                demands.merge(new Pair(nodeOf(pod), backup), ResourceDemand.of(pod), ResourceDemand::plus);
            }
        }
        return (int) demands.entrySet().stream()
                .filter(demand ->
                        !canTake(demand.getKey().home(), demand.getKey().backup(), demand.getValue()))
                .count();
    }

    /** Lets each node fail by itself; the share of protected pods that restart on their backup, in percent. */
    double recoveredPercent() {
        Map<String, List<Pod>> byHome = new TreeMap<>();
        for (Pod pod : pods) {
            if (pod.backupNode() != null) {
                byHome.merge(nodeOf(pod), List.of(pod), PlacementEvaluator::joined);
            }
        }
        int all = byHome.values().stream().mapToInt(List::size).sum();
        int restarted = byHome.values().stream().mapToInt(this::restarted).sum();
        return all == 0 ? Double.NaN : 100.0 * restarted / all;
    }

    /** Number of pods with an unmet need. */
    int unmet() {
        return (int) pods.stream().filter(pod -> !meetsNeeds(pod, nodeOf(pod))).count();
    }

    /** Counts the pods of a failed node that can restart. */
    private int restarted(List<Pod> lost) {
        Map<String, ResourceDemand> taken = new HashMap<>();
        int restarted = 0;
        for (Pod pod : lost) {
            String backup = String.valueOf(pod.backupNode());
            ResourceDemand then =
                    taken.getOrDefault(backup, ResourceDemand.NONE).plus(ResourceDemand.of(pod));
            if (canTake(nodeOf(pod), backup, then) && meetsNeeds(pod, backup)) {
                taken.put(backup, then);
                restarted++;
            }
        }
        return restarted;
    }

    private boolean canTake(String home, String backup, ResourceDemand demand) {
        ResourceDemand rest = free.get(backup);
        return rest != null && !backup.equals(home) && fits(demand, rest);
    }

    private boolean meetsNeeds(Pod pod, String node) {
        return pod.labels().entrySet().stream()
                .filter(label -> label.getKey().startsWith(Names.DELAY_LABEL_PREFIX))
                .allMatch(label -> delay(label.getKey().substring(Names.DELAY_LABEL_PREFIX.length()), node)
                        <= Double.parseDouble(label.getValue()));
    }

    /** Delay in ms, from the nearest node that the reference stands for. */
    private double delay(String reference, String node) {
        Delays delays = site.delays();
        Set<String> origins = delays.knows(reference) ? Set.of(reference) : workloads.getOrDefault(reference, Set.of());
        return origins.stream()
                .mapToDouble(origin -> delays.between(origin, node))
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    private static boolean fits(ResourceDemand demand, ResourceDemand room) {
        Resources needed = demand.resources();
        Resources rest = room.resources();
        return demand.pods() <= room.pods()
                && needed.milliCpu() <= rest.milliCpu()
                && needed.memory() <= rest.memory()
                && needed.ephemeralStorage() <= rest.ephemeralStorage()
                && needed.scalars().entrySet().stream().allMatch(own -> own.getValue() <= rest.scalar(own.getKey()));
    }

    private static ResourceDemand all(Node node) {
        return new ResourceDemand(node.allocatable(), Math.toIntExact(node.maxPods()));
    }

    private static List<Pod> joined(List<Pod> some, List<Pod> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    private static String nodeOf(Pod pod) {
        return Objects.requireNonNull(pod.spec().nodeName(), "pods have nodes");
    }
}
