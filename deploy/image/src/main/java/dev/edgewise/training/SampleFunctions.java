package dev.edgewise.training;

import dev.edgewise.embedded.FunctionObjects;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.List;
import java.util.Map;

/**
 * Functions as OpenFaaS deploys them, their replicas spread over the nodes; and the objects that function-offloader
 * writes to.
 */
final class SampleFunctions {
    private static final int REPLICAS = 5;

    private final KubernetesClient client;
    private final List<String> nodes;
    private int replacements;

    SampleFunctions(KubernetesClient client, List<String> nodes) {
        this.client = client;
        this.nodes = nodes;
    }

    /** @param namespace of the service */
    void create(String namespace, int functions) {
        client.resource(reservations()).create();
        keepRoom();
        client.resource(FunctionObjects.namespace()).create();
        client.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("function-offloader-state")
                        .withNamespace(namespace)
                        .endMetadata()
                        .build())
                .create();
        for (int function = 0; function < functions; function++) {
            ReplicaSet set = client.resource(FunctionObjects.replicaSet(function, REPLICAS))
                    .create();
            for (int i = 0; i < REPLICAS; i++) {
                int host = (function * REPLICAS + i) * 7 % nodes.size();
                run(set, set.getMetadata().getName() + "-" + i, nodes.get(host));
            }
        }
    }

    /** Activates reservations as scheduler-service does when it holds their capacity. */
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

    /** Replaces a deleted pod, as the controller, the scheduler and a kubelet do. @param pod {@code namespace/name} */
    void replace(String pod, String target) {
        String name = pod.substring(pod.indexOf('/') + 1);
        String set = name.substring(0, name.lastIndexOf('-'));
        run(
                client.apps()
                        .replicaSets()
                        .inNamespace(FunctionObjects.NAMESPACE)
                        .withName(set)
                        .require(),
                set + "-r" + replacements++,
                target);
    }

    private void run(ReplicaSet set, String name, String node) {
        FunctionObjects.run(
                client,
                FunctionObjects.pod(set, name, node, "100m")
                        .edit()
                        .editMetadata()
                        .addToLabels("delay_camera", "20")
                        .endMetadata()
                        .editSpec()
                        .withTerminationGracePeriodSeconds(0L)
                        .endSpec()
                        .build());
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
