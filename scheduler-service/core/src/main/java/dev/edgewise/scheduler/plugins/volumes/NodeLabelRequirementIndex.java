package dev.edgewise.scheduler.plugins.volumes;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Requirement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An index by node label of things that only nodes with that label can use, so that a node meets its own and not those
 * of all nodes.
 */
final class NodeLabelRequirementIndex<T> {
    private static final String HOSTNAME = "kubernetes.io/hostname";

    private final Map<String, Map<String, List<T>>> byLabel = new HashMap<>();
    private final List<T> others = new ArrayList<>();

    /** @param alternatives requirements of which a node must meet all of at least one list */
    void add(T thing, List<List<Requirement>> alternatives) {
        List<Requirement> indexed = new ArrayList<>(alternatives.size());
        for (List<Requirement> requirements : alternatives) {
            Requirement narrow = narrowest(requirements);
            if (narrow == null) {
                others.add(thing);
                return;
            }
            indexed.add(narrow);
        }
        indexed.forEach(requirement -> add(thing, requirement));
    }

    /** Adds a thing that does not say which nodes can use it. */
    void addAnywhere(T thing) {
        others.add(thing);
    }

    /** Returns lists that hold everything that the node can use, and maybe more, each list in the order of adding. */
    List<List<T>> near(Node node) {
        List<List<T>> near = new ArrayList<>(byLabel.size() + 1);
        near.add(others);
        byLabel.forEach((key, byValue) -> {
            String value = node.labels().get(key);
            if (value != null) {
                near.add(byValue.getOrDefault(value, List.of()));
            }
        });
        return near;
    }

    private void add(T thing, Requirement requirement) {
        Map<String, List<T>> byValue = byLabel.computeIfAbsent(requirement.key(), key -> new HashMap<>());
        requirement.values().forEach(value -> byValue.computeIfAbsent(value, name -> new ArrayList<>())
                .add(thing));
    }

    /** A node's name selects fewer nodes than, say, its zone. */
    private static @Nullable Requirement narrowest(List<Requirement> requirements) {
        Requirement narrow = null;
        for (Requirement requirement : requirements) {
            if (requirement.operator() == Requirement.Operator.IN
                    && (narrow == null || requirement.key().equals(HOSTNAME))) {
                narrow = requirement;
            }
        }
        return narrow;
    }
}
