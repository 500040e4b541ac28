package dev.edgewise.rewards.learning;

import dev.edgewise.rewards.estimates.Sums;

/**
 * What is expected of a type on a node before it ran there: what other types say of the node, else the type on other nodes, else neutral. Each is the
 * prior of the one before, as in an empirical Bayes hierarchy (Gelman et al., Bayesian Data Analysis, chapter 5) with the weight of one outcome.
 */
final class Priors {
    static final double NEUTRAL = 0.5;

    private Priors() {}

    /** What is expected of the type there. @param others {@link #others} of the cell */
    static double of(Cell cell, Sums others) {
        return others.towards(cell.type.elsewhere(cell));
    }

    /**
     * What types other than the cell's say of its node: each of its namespace, and each other namespace as a whole. What the third of them says that speaks worst does
     * not count: no application and no other tenant alone makes a node bad, and a tenant of several namespaces only if they are more than a third.
     */
    static Sums others(Cell cell) {
        return new Words(cell.node).others(cell);
    }

    /** What all types say of a node: each namespace as a whole, without the third that speaks worst. */
    static Sums ofNode(NodeState node) {
        return new Words(node).all();
    }

    /** What a type says of a node: one outcome at most. Failures count by how far the type's mean elsewhere is above neutral. */
    static Sums credited(Cell cell) {
        double credit = Math.max(0, cell.type.elsewhere(cell) - NEUTRAL) / (1 - NEUTRAL);
        return new Sums(cell.share.sum() + credit * bad(cell.share), cell.share.sum());
    }

    /** How much of it is failure. */
    static double bad(Sums sums) {
        return sums.weight() - sums.sum();
    }
}
