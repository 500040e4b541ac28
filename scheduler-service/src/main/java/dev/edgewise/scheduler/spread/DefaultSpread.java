package dev.edgewise.scheduler.spread;

import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.SpreadConstraint;
import java.util.List;

/**
 * How the replicas of a Service or controller are spread where they do not say so themselves: over nodes and, less
 * strictly, over zones.
 *
 * <p>Source: systemDefaultConstraints in kubernetes, pkg/scheduler/framework/plugins/podtopologyspread/plugin.go.
 */
final class DefaultSpread {
    private static final String ZONE = "topology.kubernetes.io/zone";

    private DefaultSpread() {}

    /** No constraint if the pod is nobody's replica. */
    static List<SpreadConstraint> of(Pod pod, Snapshot snapshot) {
        LabelSelector replicas = snapshot.replicasOf(pod);
        return replicas.isEverything()
                ? List.of()
                : List.of(soft(Spread.HOSTNAME, 3, replicas), soft(ZONE, 5, replicas));
    }

    private static SpreadConstraint soft(String topologyKey, int maxSkew, LabelSelector replicas) {
        return new SpreadConstraint(maxSkew, topologyKey, false, replicas, 1, true, false);
    }
}
