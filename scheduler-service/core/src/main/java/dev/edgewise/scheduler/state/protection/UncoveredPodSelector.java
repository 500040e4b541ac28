package dev.edgewise.scheduler.state.protection;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Selects the pods that a node can no longer stand in for when its reserve shrinks because others need more than is
 * free.
 */
public final class UncoveredPodSelector {
    private final int failures;
    /** Limits of the amounts that are lacking. */
    private final List<Limit> limits = new ArrayList<>();

    /** @param most what the node may still keep of it */
    private record Limit(ToLongFunction<ResourceDemand> amount, long most) {}

    /**
     * @param kept what the node keeps now
     * @param needed what others need there
     * @param free what is free there; below zero where it is overcommitted
     * @param failures how many nodes may fail together
     */
    public UncoveredPodSelector(ResourceDemand kept, ResourceDemand needed, ResourceDemand free, int failures) {
        this.failures = failures;
        List<ToLongFunction<ResourceDemand>> amounts = new ArrayList<>(List.of(
                ResourceDemand::pods,
                demand -> demand.resources().milliCpu(),
                demand -> demand.resources().memory(),
                demand -> demand.resources().ephemeralStorage()));
        needed.resources()
                .scalars()
                .keySet()
                .forEach(name -> amounts.add(demand -> demand.resources().scalar(name)));
        for (ToLongFunction<ResourceDemand> amount : amounts) {
            long wanted = amount.applyAsLong(needed);
            long lacking = wanted - amount.applyAsLong(free);
            if (wanted > 0 && lacking > 0) {
                limits.add(new Limit(amount, Math.max(0, amount.applyAsLong(kept) - lacking)));
            }
        }
    }

    /**
     * Returns whether one pod of that home must get another backup. When none must any more, the node keeps no more
     * than it may.
     *
     * @param cover what the node stands in for now
     * @param pod what the pod needs
     */
    public boolean isTooMuch(NodeBackups cover, String home, ResourceDemand pod) {
        ResourceDemand kept = cover.reserve();
        ResourceDemand ofHome = cover.of(home);
        return limits.stream()
                .anyMatch(limit -> limit.amount().applyAsLong(pod) > 0
                        && limit.amount().applyAsLong(kept) > limit.most()
                        && limit.amount().applyAsLong(ofHome) * failures > limit.most());
    }
}
