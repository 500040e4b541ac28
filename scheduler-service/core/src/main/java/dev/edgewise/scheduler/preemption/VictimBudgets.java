package dev.edgewise.scheduler.preemption;

import dev.edgewise.scheduler.model.DisruptionBudget;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.SelectorSet;
import dev.edgewise.scheduler.state.DisruptionBudgetIndex;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The disruption budgets that may cover victims: which of these they protect. Serves one search, on one thread. */
final class VictimBudgets {
    /**
     * Budgets that one victim is taken off. The eviction API evicts no pod that more than one covers, so that few pods
     * have several.
     */
    private static final int MOST_OF_ONE = 20;

    private final boolean asStock;
    private final DisruptionBudgetIndex all;
    /** The groups that had a victim. */
    private final Map<DisruptionBudgetIndex.Group, Known> groups = new HashMap<>();

    /**
     * The budgets of a group.
     *
     * @param budgets those that allow least come first
     * @param selectors of the budgets, in their order
     */
    private record Known(List<DisruptionBudget> budgets, SelectorSet selectors) {
        Known(List<DisruptionBudget> budgets) {
            this(
                    budgets,
                    new SelectorSet(
                            budgets.stream().map(DisruptionBudget::selector).toList()));
        }
    }

    /**
     * Victims divided by whether evicting them, one after the other, breaks a disruption budget.
     *
     * @param breaking in the order given
     * @param keeping in the order given
     */
    record Division(List<Pod> breaking, List<Pod> keeping) {
        /** Returns all victims; those that would break a budget come first. */
        List<Pod> inOrder() {
            if (breaking.isEmpty()) {
                return keeping;
            }
            List<Pod> all = new ArrayList<>(breaking);
            all.addAll(keeping);
            return all;
        }

        /** Returns how many of these break a disruption budget. */
        int breakingAmong(List<Pod> victims) {
            Set<Pod> all = Collections.newSetFromMap(new IdentityHashMap<>());
            all.addAll(breaking);
            return (int) victims.stream().filter(all::contains).count();
        }
    }

    private VictimBudgets(DisruptionBudgetIndex all, boolean asStock) {
        this.all = all;
        this.asStock = asStock;
    }

    /**
     * The budgets as kube-scheduler's preemption respects them. Neither a budget with an empty selector nor a pod
     * without labels counts; a pod whose disruption was allowed already takes no more from its budget.
     *
     * <p>Source: filterPodsWithPDBViolation in kubernetes,
     * pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go.
     */
    static VictimBudgets ofPreemption(DisruptionBudgetIndex all) {
        return new VictimBudgets(all, true);
    }

    /**
     * The budgets as the eviction API respects them.
     *
     * <p>Source: getPodDisruptionBudgets in kubernetes, pkg/registry/core/pod/storage/eviction.go.
     */
    static VictimBudgets ofEvictions(DisruptionBudgetIndex all) {
        return new VictimBudgets(all, false);
    }

    Division divide(List<Pod> victims) {
        Map<DisruptionBudget, Integer> spent = new IdentityHashMap<>();
        Division division = new Division(new ArrayList<>(), new ArrayList<>());
        for (Pod victim : victims) {
            (breaks(victim, spent) ? division.breaking : division.keeping).add(victim);
        }
        return division;
    }

    private boolean breaks(Pod victim, Map<DisruptionBudget, Integer> spent) {
        if (asStock && victim.labels().isEmpty()) {
            return false;
        }
        boolean breaks = false;
        for (DisruptionBudgetIndex.Group group : all.groupsOf(victim)) {
            Known known = groups.computeIfAbsent(group, this::known);
            BitSet covering = known.selectors().matching(victim.labels());
            int i = covering.nextSetBit(0);
            for (int taken = 0; i >= 0 && taken < MOST_OF_ONE; taken++) {
                breaks |= spends(victim, known.budgets().get(i), spent);
                i = covering.nextSetBit(i + 1);
            }
        }
        return breaks;
    }

    /** Takes the victim off the budget. Whether that allows no more. */
    private boolean spends(Pod victim, DisruptionBudget budget, Map<DisruptionBudget, Integer> spent) {
        boolean counts =
                !asStock || !budget.disruptedPods().contains(victim.key().name());
        return counts && spent.merge(budget, 1, Integer::sum) > budget.allowed();
    }

    private Known known(DisruptionBudgetIndex.Group group) {
        return new Known(all.of(group).stream()
                .filter(budget -> !asStock || !budget.selector().isEverything())
                .sorted(Comparator.comparingInt(DisruptionBudget::allowed).thenComparing(DisruptionBudget::name))
                .toList());
    }
}
