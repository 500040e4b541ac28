package dev.edgewise.global.manifests;

import dev.edgewise.global.model.Policy;

/**
 * The attempt, namespace and anchor that rewritten objects belong to.
 *
 * @param requestUid uid of the request, the value of the label {@code edgewise.dev/request}
 * @param attempt number of the attempt, the value of the label {@code edgewise.dev/attempt}
 * @param namespace the target namespace
 * @param anchorName name of the ConfigMap that owns the objects
 * @param anchorUid its uid
 * @param policy the request's policy, with calls as the nodes of this cluster compute them
 * @param schedulerName the scheduler of pods that name none, as the settings of the member say; empty to leave that to
 *     the member
 * @param sourceNode the node of this cluster from which delay counts; empty if the source is in another cluster or no
 *     node
 */
public record RewriteTarget(
        String requestUid,
        int attempt,
        String namespace,
        String anchorName,
        String anchorUid,
        Policy policy,
        String schedulerName,
        String sourceNode) {}
