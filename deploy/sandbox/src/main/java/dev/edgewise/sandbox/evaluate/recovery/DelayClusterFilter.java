package dev.edgewise.sandbox.evaluate.recovery;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.WorkloadNodes;
import dev.edgewise.scheduler.state.WorkloadNodes.Workload;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Keeps a pod within the clusters of the nodes that its references stand for. */
final class DelayClusterFilter implements Filter {
    private static final Rejection OUTSIDE =
            Rejection.unresolvable("ClusterRadius", "node(s) were in another cluster than the delay reference");

    private final DelayClusters clusters;

    DelayClusterFilter(DelayClusters clusters) {
        this.clusters = clusters;
    }

    @Override
    public String name() {
        return "ClusterRadius";
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        List<Set<String>> radii = new ArrayList<>();
        pod.labels().forEach((label, value) -> {
            if (label.startsWith(Names.DELAY_LABEL_PREFIX)) {
                String reference = label.substring(Names.DELAY_LABEL_PREFIX.length());
                radii.add(radius(origins(reference, pod, snapshot), Double.parseDouble(value)));
            }
        });
        return radii.isEmpty()
                ? PreparedNodeFilter.PASS
                : node -> radii.stream().allMatch(radius -> radius.contains(node.name())) ? null : OUTSIDE;
    }

    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(ClusterEvent.POD_CHANGED, ClusterEvent.SIGNAL_CHANGED);
    }

    private Set<String> radius(Set<String> origins, double ms) {
        Set<String> radius = new HashSet<>();
        origins.forEach(origin -> radius.addAll(clusters.of(origin, ms)));
        return radius;
    }

    private static Set<String> origins(String reference, Pod pod, Snapshot snapshot) {
        if (snapshot.node(reference) != null) {
            return Set.of(reference);
        }
        Workload workload = snapshot.get(WorkloadNodes.FACT).find(pod.namespace(), reference);
        return workload == null ? Set.of() : workload.nodes();
    }
}
