package dev.edgewise.training;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.List;
import java.util.Map;

/** Functions as OpenFaaS deploys them, their replicas spread over the nodes; and the objects that function-offloader writes to. */
final class TrainingFunctions {
    private static final String NAMESPACE = "openfaas-fn";
    private static final String SINCE = "2026-11-21T08:00:00Z";
    private static final int REPLICAS = 5;

    private final KubernetesClient client;
    private final List<String> nodes;
    private int replacements;

    TrainingFunctions(KubernetesClient client, List<String> nodes) {
        this.client = client;
        this.nodes = nodes;
    }

    /** @param namespace of the service */
    void create(String namespace, int functions) {
        client.resource(reservations()).create();
        keepRoom();
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(NAMESPACE)
                        .endMetadata()
                        .build())
                .create();
        client.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("function-offloader-state")
                        .withNamespace(namespace)
                        .endMetadata()
                        .build())
                .create();
        for (int function = 0; function < functions; function++) {
            ReplicaSet set = client.resource(replicaSet(function)).create();
            for (int i = 0; i < REPLICAS; i++) {
                int host = (function * REPLICAS + i) * 7 % nodes.size();
                run(set, set.getMetadata().getName() + "-" + i, nodes.get(host));
            }
        }
    }

    /** As scheduler-service does, when it has kept the room. */
    private void keepRoom() {
        client.genericKubernetesResources("edgewise.dev/v1alpha1", "Reservation")
                .inAnyNamespace()
                .watch(new Watcher<>() {
                    @Override
                    public void eventReceived(Action action, GenericKubernetesResource reservation) {
                        if (action == Action.ADDED) {
                            reservation.setAdditionalProperty("status", Map.of("phase", "Active"));
                            client.resource(reservation).updateStatus();
                        }
                    }

                    @Override
                    public void onClose(WatcherException cause) {}
                });
    }

    /** What the controller, the scheduler and a kubelet do when a pod has left. @param pod {@code namespace/name} */
    void replace(String pod, String target) {
        String name = pod.substring(pod.indexOf('/') + 1);
        String set = name.substring(0, name.lastIndexOf('-'));
        run(
                client.apps().replicaSets().inNamespace(NAMESPACE).withName(set).require(),
                set + "-r" + replacements++,
                target);
    }

    private void run(ReplicaSet set, String name, String node) {
        Pod pod = client.resource(pod(set, name, node)).create();
        client.resource(new PodBuilder(pod)
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

    private static ReplicaSet replicaSet(int function) {
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
                .withReplicas(REPLICAS)
                .withNewSelector()
                .addToMatchLabels("faas_function", "function-" + function)
                .endSelector()
                .endSpec()
                .build();
    }

    private static Pod pod(ReplicaSet set, String name, String node) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .withLabels(set.getSpec().getSelector().getMatchLabels())
                .addToLabels("delay_camera", "20")
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
                .withTerminationGracePeriodSeconds(0L)
                .addNewContainer()
                .withName("function")
                .withImage("function:1")
                .withNewResources()
                .addToRequests("cpu", new Quantity("100m"))
                .addToRequests("memory", new Quantity("32Mi"))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    private static CustomResourceDefinition reservations() {
        return new CustomResourceDefinitionBuilder()
                .withNewMetadata()
                .withName("reservations.edgewise.dev")
                .endMetadata()
                .withNewSpec()
                .withGroup("edgewise.dev")
                .withScope("Namespaced")
                .withNewNames()
                .withKind("Reservation")
                .withListKind("ReservationList")
                .withPlural("reservations")
                .withSingular("reservation")
                .endNames()
                .addNewVersion()
                .withName("v1alpha1")
                .withServed(true)
                .withStorage(true)
                .withNewSubresources()
                .withNewStatus()
                .endStatus()
                .endSubresources()
                .endVersion()
                .endSpec()
                .build();
    }
}
