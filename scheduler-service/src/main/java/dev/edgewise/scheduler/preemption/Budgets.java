package dev.edgewise.scheduler.preemption;

import dev.edgewise.scheduler.model.DisruptionBudget;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.SelectorSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The disruption budgets, by namespace: which of some victims they protect. Serves one search, on one thread. */
final class Budgets {
    private final boolean asStock;
    private final Map<String, List<DisruptionBudget>> byNamespace = new HashMap<>();
    /** The selectors of a namespace's budgets, in their order; made for the namespaces that have victims. */
    private final Map<String, SelectorSet> selectors = new HashMap<>();

    /**
     * Victims divided by whether evicting them, one after the other, breaks a disruption budget.
     *
     * @param breaking in the order given
     * @param keeping in the order given
     */
    record Division(List<Pod> breaking, List<Pod> keeping) {
        /** Those that should rather stay come first. */
        List<Pod> inOrder() {
            if (breaking.isEmpty()) {
                return keeping;
            }
            List<Pod> all = new ArrayList<>(breaking);
            all.addAll(keeping);
            return all;
        }

        /** How many of these break a disruption budget. */
        int breakingAmong(List<Pod> victims) {
            Set<Pod> all = Collections.newSetFromMap(new IdentityHashMap<>());
            all.addAll(breaking);
            return (int) victims.stream().filter(all::contains).count();
        }
    }

    private Budgets(Collection<DisruptionBudget> budgets, boolean asStock) {
        this.asStock = asStock;
        for (DisruptionBudget budget : budgets) {
            if (!asStock || !budget.selector().isEverything()) {
                byNamespace
                        .computeIfAbsent(budget.namespace(), name -> new ArrayList<>())
                        .add(budget);
            }
        }
    }

    /**
     * The budgets as kube-scheduler's preemption respects them. Neither a budget with an empty selector nor a pod without labels counts; a pod whose
     * disruption was allowed already takes no more from its budget.
     *
     * <p>Source: filterPodsWithPDBViolation in kubernetes, pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go.
     */
    static Budgets ofPreemption(Collection<DisruptionBudget> budgets) {
        return new Budgets(budgets, true);
    }

    /**
     * The budgets as the eviction API respects them.
     *
     * <p>Source: getPodDisruptionBudgets in kubernetes, pkg/registry/core/pod/storage/eviction.go.
     */
    static Budgets ofEvictions(Collection<DisruptionBudget> budgets) {
        return new Budgets(budgets, false);
    }

    Division divide(List<Pod> victims) {
        if (byNamespace.isEmpty()) {
            return new Division(List.of(), victims);
        }
        Map<DisruptionBudget, Integer> spent = new IdentityHashMap<>();
        Division division = new Division(new ArrayList<>(), new ArrayList<>());
        for (Pod victim : victims) {
            (breaks(victim, spent) ? division.breaking : division.keeping).add(victim);
        }
        return division;
    }

    private boolean breaks(Pod victim, Map<DisruptionBudget, Integer> spent) {
        List<DisruptionBudget> budgets = byNamespace.getOrDefault(victim.namespace(), List.of());
        if (budgets.isEmpty() || (asStock && victim.labels().isEmpty())) {
            return false;
        }
        BitSet covering = selectors
                .computeIfAbsent(victim.namespace(), namespace -> selectorsOf(budgets))
                .matching(victim.labels());
        boolean breaks = false;
        for (int i = covering.nextSetBit(0); i >= 0; i = covering.nextSetBit(i + 1)) {
            DisruptionBudget budget = budgets.get(i);
            boolean counts =
                    !asStock || !budget.disruptedPods().contains(victim.key().name());
            breaks |= counts && spent.merge(budget, 1, Integer::sum) > budget.allowed();
        }
        return breaks;
    }

    private static SelectorSet selectorsOf(List<DisruptionBudget> budgets) {
        return new SelectorSet(budgets.stream().map(DisruptionBudget::selector).toList());
    }
}
