package dev.edgewise.global.remote;

import io.fabric8.kubernetes.client.Config;
import org.jspecify.annotations.Nullable;

/**
 * A member as its Secret and its ClusterProfile define it.
 *
 * @param material all texts of which the configuration is made: where they change, the connection is replaced
 * @param config null if there is a problem
 * @param problem why there is no connection, for people; empty if there is one
 */
record MemberDefinition(
        String name, String material, MemberSettings settings, @Nullable Config config, String problem) {
    /**
     * Returns why no attempt may begin there, for people; empty if one may. An annotation that cannot be read is one,
     * and leaves the connection as it is.
     */
    String refusal() {
        return problem.isEmpty() ? settings.problem() : problem;
    }

    /** Returns its name in matrices of network-probe. */
    String probeName() {
        return settings.probeNode().isEmpty() ? name : settings.probeNode();
    }

    /** Returns whether the connection to it may stay, whatever else has changed in its Secret. */
    boolean hasSameConnection(MemberDefinition other) {
        return material.equals(other.material) && problem.equals(other.problem);
    }

    /**
     * Returns whether it has the same address, so that the same cluster is expected there, whatever the credentials
     * are.
     */
    boolean hasSameServer(MemberDefinition other) {
        return config != null && other.config != null && config.getMasterUrl().equals(other.config.getMasterUrl());
    }
}
