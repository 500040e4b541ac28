package dev.edgewise.rewards.learning;

import dev.edgewise.rewards.estimates.Sums;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
     * What types other than the cell's say of its node: each of its namespace, and each other namespace as a whole. What speaks worst does not count: no
     * application and no other tenant alone makes a node bad.
     */
    static Sums others(Cell cell) {
        return withoutWorst(said(cell.node, cell));
    }

    /** What all types say of a node: each namespace as a whole, without the one that speaks worst. */
    static Sums ofNode(NodeState node) {
        return withoutWorst(said(node, null));
    }

    /** Each says one outcome at most, and failures only as far as their type does well on other nodes. */
    private static Collection<Sums> said(NodeState node, @Nullable Cell by) {
        Map<String, Sums> all = new HashMap<>();
        for (Cell cell : node.cells) {
            if (cell != by && cell.share.weight() > 0) {
                boolean isOwn = by != null && cell.type.namespace.equals(by.type.namespace);
                all.merge(isOwn ? cell.type.name : cell.type.namespace, credited(cell), Sums::plus);
            }
        }
        return all.values();
    }

    private static Sums withoutWorst(Collection<Sums> said) {
        Sums all = Sums.NONE;
        Sums worst = Sums.NONE;
        for (Sums each : said) {
            Sums one = each.atMostOne();
            all = all.plus(one);
            worst = bad(one) > bad(worst) ? one : worst;
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
