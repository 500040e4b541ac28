package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.model.DisruptionBudget;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Requirement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;
import org.pcollections.TreePSet;

/**
 * The disruption budgets, found by one of the labels that they ask for, so that a pod meets those which share a label
 * with it and not each budget of its namespace. Budgets that differ in nothing but their names and how much they allow
 * cover the same pods, so that the one that allows least stands for all of them. Immutable.
 */
public final class DisruptionBudgetIndex {
    public static final DisruptionBudgetIndex EMPTY =
            new DisruptionBudgetIndex(HashTreePMap.empty(), HashTreePMap.empty());
    public static final FactKey<DisruptionBudgetIndex> FACT = FactKey.of("disruption budgets", EMPTY);

    private static final TreePSet<DisruptionBudget> NONE =
            TreePSet.empty(Comparator.comparingInt(DisruptionBudget::allowed).thenComparing(DisruptionBudget::name));

    private final PMap<Name, DisruptionBudget> byName;
    private final PMap<Group, PMap<Coverage, TreePSet<DisruptionBudget>>> groups;

    private record Name(String namespace, String name) {}

    /**
     * The pods that count for a budget: budgets of one namespace with an equal coverage take the same pods off.
     *
     * @param requirements in no order, and each with its values in order
     */
    private record Coverage(boolean nothing, Set<Requirement> requirements, Set<String> disruptedPods) {
        static Coverage of(DisruptionBudget budget) {
            Set<Requirement> requirements = budget.selector().requirements().stream()
                    .map(Coverage::ordered)
                    .collect(Collectors.toUnmodifiableSet());
            return new Coverage(budget.selector().nothing(), requirements, budget.disruptedPods());
        }

        private static Requirement ordered(Requirement requirement) {
            List<String> values =
                    requirement.values().stream().distinct().sorted().toList();
            return new Requirement(requirement.key(), requirement.operator(), values);
        }
    }

    /**
     * Budgets of one namespace that have a label in common.
     *
     * @param key empty for budgets that ask for no value of any label
     */
    public record Group(String namespace, String key, String value) {}

    private DisruptionBudgetIndex(
            PMap<Name, DisruptionBudget> byName, PMap<Group, PMap<Coverage, TreePSet<DisruptionBudget>>> groups) {
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

    /** Returns the budgets of the group; of those that cover the same pods the one that allows least. */
    public List<DisruptionBudget> of(Group group) {
        return inside(group).values().stream().map(TreePSet::first).toList();
    }

    /** The names of all budgets, with their namespaces. */
    public Set<String> names() {
        return byName.keySet().stream()
                .map(name -> name.namespace() + "/" + name.name())
                .collect(Collectors.toSet());
    }

    public DisruptionBudgetIndex with(DisruptionBudget budget) {
        DisruptionBudgetIndex others = without(budget.namespace(), budget.name());
        Coverage coverage = Coverage.of(budget);
        PMap<Group, PMap<Coverage, TreePSet<DisruptionBudget>>> changed = others.groups;
        for (Group group : groupsOf(budget)) {
            PMap<Coverage, TreePSet<DisruptionBudget>> inside = others.inside(group);
            TreePSet<DisruptionBudget> equal =
                    inside.getOrDefault(coverage, NONE).plus(budget);
            changed = changed.plus(group, inside.plus(coverage, equal));
        }
        return new DisruptionBudgetIndex(
                others.byName.plus(new Name(budget.namespace(), budget.name()), budget), changed);
    }

    public DisruptionBudgetIndex without(String namespace, String name) {
        DisruptionBudget known = byName.get(new Name(namespace, name));
        if (known == null) {
            return this;
        }
        Coverage coverage = Coverage.of(known);
        PMap<Group, PMap<Coverage, TreePSet<DisruptionBudget>>> changed = groups;
        for (Group group : groupsOf(known)) {
            PMap<Coverage, TreePSet<DisruptionBudget>> inside = inside(group);
            TreePSet<DisruptionBudget> equal =
                    inside.getOrDefault(coverage, NONE).minus(known);
            PMap<Coverage, TreePSet<DisruptionBudget>> rest =
                    equal.isEmpty() ? inside.minus(coverage) : inside.plus(coverage, equal);
            changed = rest.isEmpty() ? changed.minus(group) : changed.plus(group, rest);
        }
        return new DisruptionBudgetIndex(byName.minus(new Name(namespace, name)), changed);
    }

    /**
     * One label for each value of the requirement with the first key that lists any, as a pod has one value at most.
     */
    private static List<Group> groupsOf(DisruptionBudget budget) {
        return budget.selector().requirements().stream()
                .filter(requirement -> requirement.operator() == Requirement.Operator.IN)
                .min(Comparator.comparing(Requirement::key)
                        .thenComparing(requirement -> requirement.values().size()))
                .map(requirement -> requirement.values().stream()
                        .distinct()
                        .map(value -> new Group(budget.namespace(), requirement.key(), value))
                        .toList())
                .orElseGet(() -> List.of(new Group(budget.namespace(), "", "")));
    }

    private PMap<Coverage, TreePSet<DisruptionBudget>> inside(Group group) {
        return groups.getOrDefault(group, HashTreePMap.empty());
    }
}
