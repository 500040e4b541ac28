package dev.edgewise.scheduler.plugins.spread;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.SpreadConstraint;
import java.util.List;

/** The common parts of hard and soft spreading. */
final class TopologySpreadConstraintHelper {
    static final String NAME = "PodTopologySpread";
    static final String HOSTNAME = "kubernetes.io/hostname";

    private TopologySpreadConstraintHelper() {}

    static List<SpreadConstraint> constraints(Pod pod, boolean hard) {
        if (pod.spec().spread().isEmpty()) {
            return List.of();
        }
        return pod.spec().spread().stream()
                .filter(constraint -> constraint.hard() == hard)
                .toList();
    }

    /** Returns whether the node has every constraint's label. */
    static boolean hasAllLabels(Node node, List<SpreadConstraint> constraints) {
        for (SpreadConstraint constraint : constraints) {
            if (!node.labels().containsKey(constraint.topologyKey())) {
                return false;
            }
        }
        return true;
    }
}
