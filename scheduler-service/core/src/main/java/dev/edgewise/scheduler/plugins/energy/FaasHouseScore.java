package dev.edgewise.scheduler.plugins.energy;

import dev.edgewise.common.energy.FaasHouseWeights;
import dev.edgewise.scheduler.state.NodeState;
import java.util.List;

/**
 * Orders nodes by faasHouse's score for a pod of an owner. A node other than the owner that has no capacity beside the
 * pods it owns itself comes after all that have, as does one without a known charge.
 */
public final class FaasHouseScore extends OwnerNodeScore {
    private static final double CHOSEN = 1;
    private static final double WITH_ROOM = 0.5;
    private static final double UNKNOWN = 0.2;
    /** Range of the score within a class; less than the distance between classes. */
    private static final double SPAN = 0.4;

    private final FaasHouseWeights weights;

    public FaasHouseScore(FaasHouseWeights weights) {
        super("FaasHouse");
        this.weights = weights;
    }

    @Override
    double[] values(PodWithOwnerNode pod, List<NodeState> nodes) {
        return nodes.stream().mapToDouble(node -> value(pod, node)).toArray();
    }

    private double value(PodWithOwnerNode pod, NodeState node) {
        boolean owner = pod.isOwnedBy(node);
        if (owner && pod.ownerPercent() == 0 && !weights.warm()) {
            return CHOSEN;
        }
        int percent = pod.percent(node);
        if (percent == PodWithOwnerNode.UNKNOWN) {
            return UNKNOWN;
        }
        double value = SPAN * share(score(pod, node, percent));
        return owner || pod.fitsBesideOwn(node) ? WITH_ROOM + value : value;
    }

    private double score(PodWithOwnerNode pod, NodeState node, int percent) {
        double energy = weights.energy(percent, pod.ownerPercent());
        if (pod.isOwnedBy(node)) {
            return energy + weights.locality(percent);
        }
        return pod.wasOn(node) ? energy + weights.stickiness() : energy;
    }

    /** Scales the score from the worst, an empty node for a full owner's pod, to the best: 0..1. */
    private double share(double score) {
        double most = weights.energy() + Math.max(weights.locality(), weights.stickiness());
        return (score + weights.energy()) / (most + weights.energy());
    }
}
