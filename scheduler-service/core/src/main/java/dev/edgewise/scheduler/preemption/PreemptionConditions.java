package dev.edgewise.scheduler.preemption;

import dev.edgewise.scheduler.model.Pod;
import java.util.function.Predicate;

/**
 * The limits of a preemption.
 *
 * @param mayEvict whether a pod may be selected as a victim: the API server has not refused to evict it
 * @param mayClear whether pods may be evicted from the node of that name: no earlier preemption for the same pod has
 *     failed there
 * @param isUseless whether victims on the node of that name did not help the pod at an earlier attempt
 * @param isUseful whether the pod can be placed once these victims are gone, by what is decided after the filters;
 *     asked of few
 */
public record PreemptionConditions(
        Predicate<Pod> mayEvict, Predicate<String> mayClear, Predicate<String> isUseless, Predicate<Victims> isUseful) {
    public static final PreemptionConditions NONE =
            new PreemptionConditions(pod -> true, node -> true, node -> false, victims -> true);
}
