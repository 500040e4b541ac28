package dev.edgewise.sandbox.run;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the user asked for.
 *
 * @param home the repository
 * @param kubeconfig the cluster to use; null for an embedded API
 * @param nodes how many simulated nodes, the cloud node included; null for 31, or for all rows of {@code rtt}
 * @param rtt the delay matrix to use; null for a generated topology
 * @param manifests the directory of the workloads to apply
 * @param seed decides everything that is random
 * @param timeout how long everything may take until all pods are decided
 * @param once whether to end after the table
 * @param live whether standard error is a terminal that can be redrawn
 */
public record Settings(
        Path home,
        @Nullable Path kubeconfig,
        @Nullable Integer nodes,
        @Nullable Path rtt,
        Path manifests,
        long seed,
        Duration timeout,
        boolean once,
        boolean live) {}
