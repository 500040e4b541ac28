package dev.edgewise.offloader.rounds.execution;

import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.ClusterSnapshot;
import dev.edgewise.offloader.moves.MoveExecutor;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the pods that replace those that left: such as were not there yet when these left. For one thread at a time.
 */
final class ReplacementPodFinder {
    /** Oldest first, by UID of the pod that left. */
    private final Map<String, Awaited> awaited = new LinkedHashMap<>();

    /** @param others UIDs of pods that do not replace it */
    private record Awaited(MovablePod pod, Set<String> others) {}

    /** @param before the cluster when the pod was evicted */
    void await(MovablePod pod, ClusterSnapshot before) {
        Set<String> others = before.pods().stream()
                .filter(each -> before.workload(each).equals(pod.workload()))
                .map(CandidatePod::uid)
                .collect(Collectors.toCollection(HashSet::new));
        awaited.put(pod.uid(), new Awaited(pod, others));
    }

    /** Ends the moves whose replacement is ready; forgets those that ended otherwise. */
    void look(ClusterSnapshot cluster, MoveExecutor moves, long now) {
        awaited.keySet().retainAll(moves.underWay());
        if (awaited.isEmpty()) {
            return;
        }
        Map<Workload, List<CandidatePod>> running = cluster.pods().stream()
                .filter(CandidatePod::runs)
                .collect(Collectors.groupingBy(cluster::workload, HashMap::new, Collectors.toList()));
        for (Awaited each : new ArrayList<>(awaited.values())) {
            List<CandidatePod> pods = running.getOrDefault(each.pod().workload(), List.of());
            Optional<CandidatePod> landed = pods.stream()
                    .filter(pod -> !each.others().contains(pod.uid()))
                    .findFirst();
            landed.ifPresent(pod -> {
                awaited.values().forEach(other -> other.others().add(pod.uid()));
                moves.ready(each.pod().workload(), pod.uid(), pod.node(), now);
            });
        }
    }
}
