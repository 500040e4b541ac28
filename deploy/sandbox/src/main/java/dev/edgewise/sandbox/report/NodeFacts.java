package dev.edgewise.sandbox.report;

import java.util.Map;

/**
 * Facts about a node for the verifier.
 *
 * @param open neither cordoned nor tainted against pods without tolerations
 */
public record NodeFacts(String name, Map<String, String> labels, boolean open, Resources allocatable) {
    public NodeFacts {
        labels = Map.copyOf(labels);
    }

    boolean cloud() {
        return "cloud".equals(labels.get("kubernetes.io/role"));
    }
}
