package dev.edgewise.scheduler.protection;

import java.util.Collection;
import java.util.Map;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * What one node stands in for, and the room that it keeps: enough for the pods of any {@code failures} nodes that fail together, so that pods of
 * different nodes share it. Immutable.
 *
 * <p>The amount is kept separately for each resource and for the number of pods: the sum of the {@code failures} largest demands of one home each,
 * which is at least what any {@code failures} homes need together.
 *
 * <p>Source: the sharing of placeholders in Haja et al., "How to orchestrate a distributed OpenStack" and its Kubernetes prototype, where one node
 * fails at a time and only memory counts; for more failures and resources, as in shared backup path protection.
 */
public final class Cover {
    private final int failures;
    private final PMap<String, Demand> byHome;
    private final Demand reserve;

    private Cover(int failures, PMap<String, Demand> byHome, Demand reserve) {
        this.failures = failures;
        this.byHome = byHome;
        this.reserve = reserve;
    }

    static Cover none(int failures) {
        return new Cover(failures, HashTreePMap.empty(), Demand.NONE);
    }

    /** The room that is kept. */
    public Demand reserve() {
        return reserve;
    }

    /** What the pods need that this node stands in for, by the node that they are on. */
    public Map<String, Demand> byHome() {
        return byHome;
    }

    /** What it must take if that node fails. */
    public Demand of(String home) {
        return byHome.getOrDefault(home, Demand.NONE);
    }

    public boolean isNone() {
        return byHome.isEmpty();
    }

    /** The room that it would keep if it stood in for more on that node. */
    public Demand reserveWith(String home, Demand more) {
        return failures == 1 ? reserve.max(of(home).plus(more)) : with(home, more).reserve;
    }

    Cover with(String home, Demand more) {
        return having(home, of(home).plus(more));
    }

    Cover without(String home, Demand less) {
        return having(home, of(home).minus(less));
    }

    private Cover having(String home, Demand demand) {
        PMap<String, Demand> changed = demand.isNone() ? byHome.minus(home) : byHome.plus(home, demand);
        return new Cover(failures, changed, reserve(changed.values(), failures));
    }

    private static Demand reserve(Collection<Demand> demands, int failures) {
        return failures == 1 ? demands.stream().reduce(Demand.NONE, Demand::max) : LargestSums.of(demands, failures);
    }
}
