package dev.edgewise.rewards.learning.view;

import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.common.signal.reward.Reward;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the worst nodes of a type: nodes that are closed to it first, then by value, then by name. */
public final class WorstNodes {
    /** A distance above all values, which are 0 to 1: a closed node is before each open one. */
    private static final double CLOSED = 2;

    private WorstNodes() {}

    private record Ranked<T>(double rank, Map.Entry<String, T> node) {
        private static final Comparator<Ranked<?>> ORDER =
                Comparator.<Ranked<?>>comparingDouble(Ranked::rank).thenComparing(each -> each.node.getKey());
    }

    /**
     * Returns the worst of many nodes; holds no more than these at a time.
     *
     * @param nodes facts of the type, by node
     * @param most largest number of nodes, 1 or more
     * @param reward gives the reward of a node; null leaves it out
     */
    public static <T> List<Map.Entry<String, T>> of(
            Stream<Map.Entry<String, T>> nodes, int most, Function<T, @Nullable Reward> reward) {
        PriorityQueue<Ranked<T>> worst = new PriorityQueue<>(Ranked.ORDER.reversed());
        nodes.forEach(node -> {
            Reward known = reward.apply(node.getValue());
            if (known != null) {
                offer(new Ranked<>(rank(known), node), worst, most);
            }
        });
        List<Ranked<T>> sorted = new ArrayList<>(worst);
        sorted.sort(Ranked.ORDER);
        return sorted.stream().map(Ranked::node).toList();
    }

    /** Most nodes are no worse than the best one that is held: one comparison is enough for them. */
    private static <T> void offer(Ranked<T> node, PriorityQueue<Ranked<T>> worst, int most) {
        if (worst.size() >= most) {
            if (Ranked.ORDER.compare(node, worst.element()) >= 0) {
                return;
            }
            worst.remove();
        }
        worst.add(node);
    }

    private static double rank(Reward reward) {
        return reward.value() - (reward.state() == QuarantineStatus.OPEN ? 0 : CLOSED);
    }
}
