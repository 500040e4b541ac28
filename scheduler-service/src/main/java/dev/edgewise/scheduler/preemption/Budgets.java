package dev.edgewise.scheduler.preemption;

import dev.edgewise.scheduler.model.DisruptionBudget;
import dev.edgewise.scheduler.model.Pod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Victims divided by whether evicting them, one after the other, breaks a disruption budget.
 *
 * @param breaking in the order given
 * @param keeping in the order given
 */
record Budgets(List<Pod> breaking, List<Pod> keeping) {
    static Budgets divide(List<Pod> victims, Collection<DisruptionBudget> budgets) {
        Map<DisruptionBudget, Integer> spent = new HashMap<>();
        Budgets divided = new Budgets(new ArrayList<>(), new ArrayList<>());
        for (Pod victim : victims) {
            boolean breaks = false;
            for (DisruptionBudget budget : budgets) {
                if (budget.covers(victim)) {
                    breaks |= spent.merge(budget, 1, Integer::sum) > budget.allowed();
                }
            }
            (breaks ? divided.breaking : divided.keeping).add(victim);
        }
        return divided;
    }
}
