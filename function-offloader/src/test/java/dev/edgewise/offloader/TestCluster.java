package dev.edgewise.offloader;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.common.signal.json.EnergyReadingJsonCodec;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A cluster with a function of two replicas; there is no controller, so the test makes replacements. */
public final class TestCluster {
    private static final Map<String, String> LABELS = Map.of("faas_function", "fibo");

    private final KubernetesClient client;
    private OwnerReference owner;

    TestCluster(KubernetesClient client) {
        this.client = client;
    }

    /** @param replicas that the function should have */
    TestCluster function(int replicas) throws IOException {
        Path definition = Path.of("../deploy/kubernetes/base/scheduler-service/reservations.yaml");
        client.load(definition.toUri().toURL().openStream()).create();
        client.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("function-offloader-state")
                        .withNamespace("default")
                        .endMetadata()
                        .build())
                .create();
        Deployment deployment = client.resource(new DeploymentBuilder()
                        .withNewMetadata()
                        .withName("fibo")
                        .withNamespace("default")
                        .endMetadata()
                        .withNewSpec()
                        .withReplicas(replicas)
                        .withNewSelector()
                        .withMatchLabels(LABELS)
                        .endSelector()
                        .withNewTemplate()
                        .withNewMetadata()
                        .withLabels(LABELS)
                        .endMetadata()
                        .withSpec(pod("template", null).getSpec())
                        .endTemplate()
                        .endSpec()
                        .build())
                .create();
        ReplicaSet set = client.resource(new ReplicaSetBuilder()
                        .withNewMetadata()
                        .withName("fibo-5d8f")
                        .withNamespace("default")
                        .withOwnerReferences(ownerOf(deployment))
                        .endMetadata()
                        .withNewSpec()
                        .withReplicas(replicas)
                        .withNewSelector()
                        .withMatchLabels(LABELS)
                        .endSelector()
                        .withTemplate(deployment.getSpec().getTemplate())
                        .endSpec()
                        .build())
                .create();
        owner = ownerOf(set);
        keepRoom(client);
        return this;
    }

    /** From now on each reservation is confirmed, as scheduler-service does. */
    public static void keepRoom(KubernetesClient client) {
        client.genericKubernetesResources("edgewise.dev/v1alpha1", "Reservation")
                .inAnyNamespace()
                .watch(new Watcher<>() {
                    @Override
                    public void eventReceived(Action action, GenericKubernetesResource reservation) {
                        if (action == Action.ADDED) {
                            keep(client, reservation.getMetadata().getName());
                        }
                    }

                    @Override
                    public void onClose(WatcherException cause) {}
                });
    }

    private static void keep(KubernetesClient client, String name) {
        client.genericKubernetesResources("edgewise.dev/v1alpha1", "Reservation")
                .inNamespace("default")
                .withName(name)
                .editStatus(reservation -> {
                    reservation.setAdditionalProperty("status", Map.of("phase", "Active"));
                    return reservation;
                });
    }

    private static OwnerReference ownerOf(HasMetadata object) {
        return new OwnerReferenceBuilder()
                .withApiVersion(object.getApiVersion())
                .withKind(object.getKind())
                .withName(object.getMetadata().getName())
                .withUid(object.getMetadata().getUid())
                .withController(true)
                .build();
    }

    String controller() {
        return owner.getUid();
    }

    private static Pod pod(String name, String node) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .withLabels(LABELS)
                .endMetadata()
                .withNewSpec()
                .withNodeName(node)
                .addNewContainer()
                .withName("main")
                .withImage("pause")
                .withNewResources()
                .addToRequests("cpu", new Quantity("500m"))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    /** A replica that is ready. */
    void runs(String name, String node) {
        Pod made = pod(name, node);
        made.getMetadata().setOwnerReferences(List.of(owner));
        client.resource(made).create();
        client.pods().inNamespace("default").withName(name).editStatus(pod -> new PodBuilder(pod)
                .withStatus(new PodStatusBuilder()
                        .withPhase("Running")
                        .withConditions(new PodConditionBuilder()
                                .withType("Ready")
                                .withStatus("True")
                                .withLastTransitionTime(
                                        Instant.now().minusSeconds(600).toString())
                                .build())
                        .build())
                .build());
    }

    /** Scales the ReplicaSet as the controller of its Deployment does. */
    void scaled(int replicas) {
        client.apps().replicaSets().inNamespace("default").withName("fibo-5d8f").edit(set -> new ReplicaSetBuilder(set)
                .editSpec()
                .withReplicas(replicas)
                .endSpec()
                .build());
    }

    /** Removes a pod as the kubelet does when it has ended. */
    void ends(String name) {
        client.pods().inNamespace("default").withName(name).withGracePeriod(0).delete();
    }

    boolean leaves(String name) {
        Pod pod = client.pods().inNamespace("default").withName(name).get();
        return pod == null || pod.getMetadata().getDeletionTimestamp() != null;
    }

    void budget(int minAvailable) {
        client.resource(new PodDisruptionBudgetBuilder()
                        .withNewMetadata()
                        .withName("fibo")
                        .withNamespace("default")
                        .endMetadata()
                        .withNewSpec()
                        .withMinAvailable(new IntOrString(minAvailable))
                        .withNewSelector()
                        .withMatchLabels(LABELS)
                        .endSelector()
                        .endSpec()
                        .build())
                .create();
    }

    List<GenericKubernetesResource> reservations() {
        return client.genericKubernetesResources("edgewise.dev/v1alpha1", "Reservation")
                .inNamespace("default")
                .list()
                .getItems();
    }

    static void readings(Replica replica, Map<String, Double> percents) {
        readings(replica, percents, Instant.now());
    }

    static void readings(Replica replica, Map<String, Double> percents, Instant at) {
        Map<String, EnergyReading> readings = new HashMap<>();
        percents.forEach((node, percent) -> readings.put(
                node,
                new EnergyReading(
                        level(percent), percent, new ObservationMetadata(at, "push", Duration.ofMinutes(5)))));
        replica.bean(SignalStores.class).of(EnergyReadingJsonCodec.KIND).publish(EnergyReadingJsonCodec.ROW, readings);
    }

    private static EnergyLevel level(double percent) {
        if (percent < 15) {
            return EnergyLevel.POWERLESS;
        }
        return percent < 40 ? EnergyLevel.LOW_POWERED : EnergyLevel.WELL_POWERED;
    }
}
