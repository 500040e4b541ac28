package dev.edgewise.embedded;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;

/**
 * Functions as OpenFaaS deploys them: ReplicaSets of Deployments, and their pods, without a controller or a kubelet
 * that makes these.
 */
public final class FunctionObjects {
    public static final String NAMESPACE = "openfaas-fn";
    private static final String SINCE = "2026-11-21T08:00:00Z";

    private FunctionObjects() {}

    public static Namespace namespace() {
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName(NAMESPACE)
                .endMetadata()
                .build();
    }

    public static ReplicaSet replicaSet(int function, int replicas) {
        return new ReplicaSetBuilder()
                .withNewMetadata()
                .withName("function-" + function + "-5d8f9c7b6d")
                .withNamespace(NAMESPACE)
                .addNewOwnerReference()
                .withApiVersion("apps/v1")
                .withKind("Deployment")
                .withName("function-" + function)
                .withUid("deployment-" + function)
                .withController(true)
                .endOwnerReference()
                .endMetadata()
                .withNewSpec()
                .withReplicas(replicas)
                .withNewSelector()
                .addToMatchLabels("faas_function", "function-" + function)
                .endSelector()
                .endSpec()
                .build();
    }

    /** A replica on a node. */
    public static Pod pod(ReplicaSet set, String name, String node, String cpu) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .withLabels(set.getSpec().getSelector().getMatchLabels())
                .addNewOwnerReference()
                .withApiVersion("apps/v1")
                .withKind("ReplicaSet")
                .withName(set.getMetadata().getName())
                .withUid(set.getMetadata().getUid())
                .withController(true)
                .endOwnerReference()
                .endMetadata()
                .withNewSpec()
                .withNodeName(node)
                .withSchedulerName("edgewise")
                .addNewContainer()
                .withName("function")
                .withImage("function:1")
                .withNewResources()
                .addToRequests("cpu", new Quantity(cpu))
                .addToRequests("memory", new Quantity("32Mi"))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    /** Creates a pod that has been ready for long. */
    public static void run(KubernetesClient client, Pod pod) {
        client.resource(new PodBuilder(client.resource(pod).create())
                        .withNewStatus()
                        .withPhase("Running")
                        .addNewCondition()
                        .withType("Ready")
                        .withStatus("True")
                        .withLastTransitionTime(SINCE)
                        .endCondition()
                        .endStatus()
                        .build())
                .updateStatus();
    }
}
