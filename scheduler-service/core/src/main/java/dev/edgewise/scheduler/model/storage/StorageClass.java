package dev.edgewise.scheduler.model.storage;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.NodeTerm;
import java.util.List;

/**
 * A StorageClass.
 *
 * @param waitsForConsumer whether claims are bound only once a pod that uses them has a node
 * @param allowedTopologies where volumes can be made; empty for everywhere
 */
public record StorageClass(
        String name, String provisioner, boolean waitsForConsumer, List<NodeTerm> allowedTopologies) {
    private static final String NO_PROVISIONER = "kubernetes.io/no-provisioner";

    public StorageClass {
        allowedTopologies = List.copyOf(allowedTopologies);
    }

    /** The CSI driver that attaches the volumes it makes; empty if no driver counts them. */
    public String csiDriver() {
        return InTreePlugin.driverOf(provisioner);
    }

    /** Returns whether volumes can be made for claims of this class, as far as the class says. */
    public boolean provisionsFor(Node node) {
        if (provisioner.isEmpty() || provisioner.equals(NO_PROVISIONER)) {
            return false;
        }
        return allowedTopologies.isEmpty() || allowedTopologies.stream().anyMatch(term -> term.matches(node));
    }
}
