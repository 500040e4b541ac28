package dev.edgewise.rewards.learning.value;

import dev.edgewise.rewards.estimates.OutcomeSums;
import dev.edgewise.rewards.learning.state.NodeState;
import dev.edgewise.rewards.learning.state.PodTypeNodeState;
import dev.edgewise.rewards.learning.state.PodTypeState;

/**
 * The expected value of a type on a node before it ran there: by other types on the node, else by the type on other
 * nodes, else neutral. Each is the prior of the one before, as in an empirical Bayes hierarchy (Gelman et al., Bayesian
 * Data Analysis, chapter 5) with the weight of one outcome.
 */
public final class PriorRewards {
    public static final double NEUTRAL = PodTypeState.NEUTRAL;

    private PriorRewards() {}

    /** Returns the expected value of the type there. @param others {@link #others} of the state */
    static double of(PodTypeNodeState state, OutcomeSums others) {
        return others.towards(state.elsewhere());
    }

    /**
     * Returns the opinion of other types on the node: each type of its namespace, and each other namespace as a whole.
     * The worst third does not count: no application and no other tenant alone makes a node bad, and a tenant of
     * several namespaces only if they are more than a third.
     */
    static OutcomeSums others(PodTypeNodeState state) {
        return new NodeRewardsByType(state.node()).others(state);
    }

    /** Returns the opinion of all types on a node: each namespace as a whole, without the worst third. */
    static OutcomeSums ofNode(NodeState node) {
        return new NodeRewardsByType(node).all();
    }

    /**
     * Returns the opinion of a type on a node: one outcome at most. Failures count by how far the type's mean elsewhere
     * is above neutral.
     */
    static OutcomeSums credited(PodTypeNodeState state) {
        double credit = Math.max(0, state.elsewhere() - NEUTRAL) / (1 - NEUTRAL);
        OutcomeSums share = state.share();
        return new OutcomeSums(share.sum() + credit * bad(share), share.sum());
    }

    /** Returns the part of sums that is failure. */
    static double bad(OutcomeSums sums) {
        return sums.weight() - sums.sum();
    }
}
