package dev.edgewise.scheduler.plugins.spread;

import dev.edgewise.scheduler.framework.KubeSchedulerScoreScale;
import dev.edgewise.scheduler.framework.Score;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.SpreadConstraint;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.PodSelectors;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;

/**
 * Prefers domains that hold fewer pods of the same kind. A constraint with few domains counts less, by the logarithm of
 * their number. A pod without any constraint is spread like the other replicas of its Services and controller.
 *
 * <p>Source: kubernetes, pkg/scheduler/framework/plugins/podtopologyspread/scoring.go.
 */
public final class SoftSpread implements Score {

    @Override
    public String name() {
        return TopologySpreadConstraintHelper.NAME;
    }

    @Override
    public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
        boolean byDefault = pod.spec().spread().isEmpty();
        List<SpreadConstraint> constraints =
                byDefault ? replicasApart(pod, snapshot) : TopologySpreadConstraintHelper.constraints(pod, false);
        if (constraints.isEmpty()) {
            return NOTHING;
        }
        if (nodes.size() == 1) {
            // The only node is both the most and the least crowded one.
            boolean counts = byDefault
                    || TopologySpreadConstraintHelper.hasAllLabels(nodes.get(0).node(), constraints);
            return new double[] {counts ? 1 : 0};
        }
        // By default a node without a zone still takes part, and is judged by its own pods alone.
        return normalised(new SkewScores(
                        pod, snapshot, constraints, !byDefault, MatchingPodsPerNode.of(constraints, pod, snapshot))
                .of(nodes));
    }

    /**
     * Returns the default constraints for replicas without their own: over nodes and, less strictly, over zones; not at
     * all if the pod is no replica.
     *
     * <p>Source: systemDefaultConstraints in kubernetes, pkg/scheduler/framework/plugins/podtopologyspread/plugin.go.
     */
    private static List<SpreadConstraint> replicasApart(Pod pod, Snapshot snapshot) {
        LabelSelector replicas = snapshot.get(PodSelectors.FACT).replicasOf(pod);
        return replicas.isEverything()
                ? List.of()
                : List.of(
                        soft(TopologySpreadConstraintHelper.HOSTNAME, 3, replicas), soft(Node.ZONE_LABEL, 5, replicas));
    }

    private static SpreadConstraint soft(String topologyKey, int maxSkew, LabelSelector replicas) {
        return new SpreadConstraint(maxSkew, topologyKey, false, replicas, 1, true, false);
    }

    private static double[] normalised(long[] crowding) {
        long min = Long.MAX_VALUE;
        long max = 0;
        for (long value : crowding) {
            if (value != SkewScores.IGNORED) {
                min = Math.min(min, value);
                max = Math.max(max, value);
            }
        }
        double[] values = new double[crowding.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = crowding[i] == SkewScores.IGNORED
                    ? 0
                    : KubeSchedulerScoreScale.value(inverted(crowding[i], min, max));
        }
        return values;
    }

    private static long inverted(long value, long min, long max) {
        return max == 0 ? KubeSchedulerScoreScale.MAX : KubeSchedulerScoreScale.MAX * (max + min - value) / max;
    }
}
