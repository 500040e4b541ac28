package dev.edgewise.scheduler.state.protection;

import java.util.Map;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * The pods that one node is the backup of, and its reserve: enough for the pods of any {@code failures} nodes that fail
 * together, so that pods of different nodes share it. Immutable.
 *
 * <p>The amount is kept separately for each resource and for the number of pods: the sum of the {@code failures}
 * largest demands of one home each, which is at least what any {@code failures} homes need together.
 *
 * <p>Source: the sharing of placeholders in Haja et al., "How to orchestrate a distributed OpenStack" and its
 * Kubernetes prototype, where one node fails at a time and only memory counts; for more failures and resources, as in
 * shared backup path protection.
 */
public final class NodeBackups {
    private final int failures;
    private final PMap<String, ResourceDemand> byHome;
    private final LargestDemands largest;
    private final ResourceDemand reserve;
    /** The smallest of the demands that are added up; none where there are fewer. */
    private final ResourceDemand smallest;

    private NodeBackups(
            int failures,
            PMap<String, ResourceDemand> byHome,
            LargestDemands largest,
            ResourceDemand reserve,
            ResourceDemand smallest) {
        this.failures = failures;
        this.byHome = byHome;
        this.largest = largest;
        this.reserve = reserve;
        this.smallest = smallest;
    }

    static NodeBackups none(int failures) {
        return new NodeBackups(
                failures, HashTreePMap.empty(), LargestDemands.NONE, ResourceDemand.NONE, ResourceDemand.NONE);
    }

    /** The capacity that is kept. */
    public ResourceDemand reserve() {
        return reserve;
    }

    /** Returns the demands of the pods that this node stands in for, by the node that they are on. */
    public Map<String, ResourceDemand> byHome() {
        return byHome;
    }

    /** Returns the demand that this node must take if that node fails. */
    public ResourceDemand of(String home) {
        return byHome.getOrDefault(home, ResourceDemand.NONE);
    }

    /**
     * The least that a node's pods need to be among those that are added up, of each amount; none where there are
     * fewer.
     */
    public ResourceDemand smallest() {
        return smallest;
    }

    public boolean isNone() {
        return byHome.isEmpty();
    }

    /** The capacity that it would keep if it stood in for more on that node. */
    public ResourceDemand reserveWith(String home, ResourceDemand more) {
        ResourceDemand before = of(home);
        ResourceDemand after = before.plus(more);
        // An amount that is not among the largest adds only as much as makes it one of them.
        return reserve.plus(after.max(smallest).minus(before.max(smallest)));
    }

    /** This, with a pod on that node. */
    public NodeBackups with(String home, ResourceDemand more) {
        return having(home, of(home).plus(more));
    }

    /** This without one that {@link #with} added. */
    public NodeBackups without(String home, ResourceDemand less) {
        return having(home, of(home).minus(less));
    }

    private NodeBackups having(String home, ResourceDemand demand) {
        PMap<String, ResourceDemand> changed = demand.isNone() ? byHome.minus(home) : byHome.plus(home, demand);
        LargestDemands now = largest.changed(of(home), demand, failures);
        if (largest.equals(now)) {
            return new NodeBackups(failures, changed, largest, reserve, smallest);
        }
        LargestDemands of = now == null ? LargestDemands.of(changed.values(), failures) : now;
        return new NodeBackups(failures, changed, of, of.sum(failures), of.get(failures));
    }
}
