package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.DisruptionBudget;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Requirement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * The disruption budgets, found by one of the labels that they ask for, so that a pod meets those which share a label
 * with it and not each budget of its namespace. Immutable.
 */
public final class BudgetIndex {
    public static final BudgetIndex EMPTY = new BudgetIndex(HashTreePMap.empty(), HashTreePMap.empty());

    private final PMap<Name, DisruptionBudget> byName;
    private final PMap<Group, PMap<String, DisruptionBudget>> groups;

    private record Name(String namespace, String name) {}

    /**
     * Budgets of one namespace that have a label in common.
     *
     * @param key empty for budgets that ask for no value of any label
     */
    public record Group(String namespace, String key, String value) {}

    private BudgetIndex(PMap<Name, DisruptionBudget> byName, PMap<Group, PMap<String, DisruptionBudget>> groups) {
        this.byName = byName;
        this.groups = groups;
    }

    /** The groups with the budgets that may cover the pod; each budget is in one of them at most. */
    public List<Group> groupsOf(Pod pod) {
        if (groups.isEmpty()) {
            return List.of();
        }
        List<Group> found = new ArrayList<>();
        addIfKnown(new Group(pod.namespace(), "", ""), found);
        pod.labels().forEach((key, value) -> addIfKnown(new Group(pod.namespace(), key, value), found));
        return found;
    }

    private void addIfKnown(Group group, List<Group> found) {
        if (groups.containsKey(group)) {
            found.add(group);
        }
    }

    public Collection<DisruptionBudget> of(Group group) {
        return inside(group).values();
    }

    public BudgetIndex with(DisruptionBudget budget) {
        BudgetIndex others = without(budget.namespace(), budget.name());
        PMap<Group, PMap<String, DisruptionBudget>> changed = others.groups;
        for (Group group : groupsOf(budget)) {
            changed = changed.plus(group, others.inside(group).plus(budget.name(), budget));
        }
        return new BudgetIndex(others.byName.plus(new Name(budget.namespace(), budget.name()), budget), changed);
    }

    BudgetIndex without(String namespace, String name) {
        DisruptionBudget known = byName.get(new Name(namespace, name));
        if (known == null) {
            return this;
        }
        PMap<Group, PMap<String, DisruptionBudget>> changed = groups;
        for (Group group : groupsOf(known)) {
            PMap<String, DisruptionBudget> rest = inside(group).minus(name);
            changed = rest.isEmpty() ? changed.minus(group) : changed.plus(group, rest);
        }
        return new BudgetIndex(byName.minus(new Name(namespace, name)), changed);
    }

    /** One label for each value of the first requirement that lists any, as a pod has one value at most. */
    private static List<Group> groupsOf(DisruptionBudget budget) {
        for (Requirement requirement : budget.selector().requirements()) {
            if (requirement.operator() == Requirement.Operator.IN) {
                return requirement.values().stream()
                        .distinct()
                        .map(value -> new Group(budget.namespace(), requirement.key(), value))
                        .toList();
            }
        }
        return List.of(new Group(budget.namespace(), "", ""));
    }

    private PMap<String, DisruptionBudget> inside(Group group) {
        return groups.getOrDefault(group, HashTreePMap.empty());
    }
}
