package dev.edgewise.offloader.cluster;

import dev.edgewise.offloader.safety.Workload;

/**
 * The pods that a controller is to run.
 *
 * @param workload that it works for: the Deployment of a ReplicaSet, or the controller itself
 * @param desired pods that it should have
 */
public record DesiredReplicas(Workload workload, int desired) {}
