package dev.edgewise.scheduler.kubernetes;

import dev.edgewise.kubernetes.testing.ClusterIT;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import dev.edgewise.scheduler.kubernetes.watch.PodConverter;
import dev.edgewise.scheduler.model.Pod;

/** A test of what the scheduler writes to an API server. */
public abstract class SchedulerClusterIT extends ClusterIT {
    /** Creates the pod and returns what the scheduler knows of it. */
    protected Pod created(String name) {
        return PodConverter.convert(client.resource(KubernetesObjects.pod(name)).create());
    }
}
