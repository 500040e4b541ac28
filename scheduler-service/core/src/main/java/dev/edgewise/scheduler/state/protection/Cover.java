package dev.edgewise.scheduler.state.protection;

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
    private final LargestDemands largest;
    private final Demand reserve;
    /** The smallest of the demands that are added up; none where there are fewer. */
    private final Demand smallest;

    private Cover(int failures, PMap<String, Demand> byHome, LargestDemands largest, Demand reserve, Demand smallest) {
        this.failures = failures;
        this.byHome = byHome;
        this.largest = largest;
        this.reserve = reserve;
        this.smallest = smallest;
    }

    static Cover none(int failures) {
        return new Cover(failures, HashTreePMap.empty(), LargestDemands.NONE, Demand.NONE, Demand.NONE);
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

    /** The least that a node's pods need to be among those that are added up, of each amount; none where there are fewer. */
    public Demand smallest() {
        return smallest;
    }

    public boolean isNone() {
        return byHome.isEmpty();
    }

    /** The room that it would keep if it stood in for more on that node. */
    public Demand reserveWith(String home, Demand more) {
        Demand before = of(home);
        Demand after = before.plus(more);
        // What is not among the largest adds only what makes it one of them.
        return reserve.plus(after.max(smallest).minus(before.max(smallest)));
    }

    /** This, with a pod on that node. */
    public Cover with(String home, Demand more) {
        return having(home, of(home).plus(more));
    }

    /** This without one that {@link #with} added. */
    public Cover without(String home, Demand less) {
        return having(home, of(home).minus(less));
    }

    private Cover having(String home, Demand demand) {
        PMap<String, Demand> changed = demand.isNone() ? byHome.minus(home) : byHome.plus(home, demand);
        LargestDemands now = largest.changed(of(home), demand, failures);
        if (largest.equals(now)) {
            return new Cover(failures, changed, largest, reserve, smallest);
        }
        LargestDemands of = now == null ? LargestDemands.of(changed.values(), failures) : now;
        return new Cover(failures, changed, of, of.sum(failures), of.get(failures));
    }
}
