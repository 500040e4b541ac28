package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.facts.FactKey;
import java.util.Map;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/** The labels of each namespace. Immutable. */
public final class NamespaceLabels {
    public static final FactKey<NamespaceLabels> FACT =
            FactKey.of("namespaces", new NamespaceLabels(HashTreePMap.empty()));

    private final PMap<String, Map<String, String>> byName;

    private NamespaceLabels(PMap<String, Map<String, String>> byName) {
        this.byName = byName;
    }

    /** The labels of the namespace; empty if it is unknown. */
    public Map<String, String> of(String namespace) {
        return byName.getOrDefault(namespace, Map.of());
    }

    public NamespaceLabels with(String namespace, Map<String, String> labels) {
        return new NamespaceLabels(byName.plus(namespace, Map.copyOf(labels)));
    }

    public NamespaceLabels without(String namespace) {
        return byName.containsKey(namespace) ? new NamespaceLabels(byName.minus(namespace)) : this;
    }
}
