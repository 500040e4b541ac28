package dev.edgewise.sandbox.cluster.controller;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** The controllers that an embedded API lacks. On a real cluster the controller manager does their work. */
public final class Controllers implements AutoCloseable {
    private final SharedIndexInformer<Deployment> deployments;
    private final SharedIndexInformer<ReplicaSet> sets;
    private final SharedIndexInformer<Pod> pods;
    private final SharedIndexInformer<Node> nodes;
    private final SharedIndexInformer<Lease> leases;
    private final DeploymentController deploymentController;
    private final ReplicaSetController replicaSetController;
    private final NodeLifecycleController nodeController;
    private final Duration grace;

    /**
     * @param seed decides the names of pods
     * @param grace how long a node may be silent before it counts as unreachable
     */
    public Controllers(KubernetesClient client, long seed, Duration grace, Clock clock) {
        this.grace = grace;
        deployments = client.apps().deployments().inAnyNamespace().runnableInformer(0);
        sets = client.apps().replicaSets().inAnyNamespace().runnableInformer(0);
        pods = client.pods().inAnyNamespace().runnableInformer(0);
        nodes = client.nodes().runnableInformer(0);
        leases = client.leases().inNamespace("kube-node-lease").runnableInformer(0);
        replicaSetController = new ReplicaSetController(client, sets, pods, new SplittableRandom(seed));
        deploymentController = new DeploymentController(client, deployments, sets);
        nodeController = new NodeLifecycleController(client, nodes, leases, pods, grace, clock);
    }

    /** Starts; returns when the present state has been read. */
    public void start() {
        // Pods before their owners, so that nothing that exists is made twice.
        pods.start().toCompletableFuture().join();
        sets.start().toCompletableFuture().join();
        CompletableFuture.allOf(
                        deployments.start().toCompletableFuture(),
                        nodes.start().toCompletableFuture(),
                        leases.start().toCompletableFuture())
                .join();
        nodeController.start(grace.dividedBy(10).plusMillis(1));
    }

    @Override
    public void close() {
        deploymentController.close();
        replicaSetController.close();
        nodeController.close();
        List.of(deployments, sets, pods, nodes, leases).forEach(SharedIndexInformer::close);
    }
}
