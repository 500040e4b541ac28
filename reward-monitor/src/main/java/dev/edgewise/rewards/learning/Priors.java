package dev.edgewise.rewards.learning;

import dev.edgewise.rewards.estimates.Sums;
import org.jspecify.annotations.Nullable;

/**
 * What is expected of a type on a node before it ran there: what other types say of the node, else the type on other nodes, else neutral. Each is the
 * prior of the one before, as in an empirical Bayes hierarchy (Gelman et al., Bayesian Data Analysis, chapter 5) with the weight of one outcome.
 */
final class Priors {
    static final double NEUTRAL = 0.5;

    private Priors() {}

    /** What is expected of the type there. */
    static double of(Cell cell) {
        return others(cell).towards(cell.type.elsewhere(cell));
    }

    /** What types other than the cell's say of its node. */
    static Sums others(Cell cell) {
        return ofNode(cell.node, cell);
    }

    /** What all types say of a node. */
    static Sums ofNode(NodeState node) {
        return ofNode(node, null);
    }

    /**
     * The sum over types, of which each counts once at most, and failures only as far as the type does well on other nodes. The type that speaks worst of the
     * node does not count: no type alone, and so no tenant with one, makes a node bad for others.
     */
    private static Sums ofNode(NodeState node, @Nullable Cell without) {
        Sums all = Sums.NONE;
        Sums worst = Sums.NONE;
        for (Cell cell : node.cells.values()) {
            if (cell == without || cell.share.weight() == 0) {
                continue;
            }
            Sums said = credited(cell);
            all = all.plus(said);
            worst = bad(said) > bad(worst) ? said : worst;
        }
        return all.minus(worst);
    }

    /** Failures count by how far the type's mean elsewhere is above neutral. */
    private static Sums credited(Cell cell) {
        double credit = Math.max(0, cell.type.elsewhere(cell) - NEUTRAL) / (1 - NEUTRAL);
        return new Sums(cell.share.sum() + credit * bad(cell.share), cell.share.sum());
    }

    private static double bad(Sums sums) {
        return sums.weight() - sums.sum();
    }
}
