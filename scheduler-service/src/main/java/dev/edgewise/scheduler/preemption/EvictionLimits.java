package dev.edgewise.scheduler.preemption;

import dev.edgewise.scheduler.model.Pod;
import java.util.function.Predicate;

/**
 * What a preemption must leave alone, as earlier ones have shown.
 *
 * @param mayEvict whether a pod may be selected as a victim: the API server has not refused to evict it
 * @param mayClear whether pods may be evicted from the node of that name: an earlier preemption for the same pod was not in vain there
 */
public record EvictionLimits(Predicate<Pod> mayEvict, Predicate<String> mayClear) {
    public static final EvictionLimits NONE = new EvictionLimits(pod -> true, node -> true);
}
