package dev.edgewise.sandbox.run;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The pods of the demo: some that crash on nodes that are ill for them, and others that do not. */
final class RewardPods {
    /** The label that names the type. */
    static final String TYPE = "podtype";
    /** The type that crashes on ill nodes. */
    static final String FRAGILE = "demo";
    /** A type that does not. */
    static final String STURDY = "sturdy";

    private static final Map<String, String> MAY_CRASH = Map.of("edgewise.dev/sim-fragile", "true");

    private RewardPods() {}

    /** One fragile pod on each of this many nodes. */
    static HasMetadata oneOnEach(int nodes) {
        Map<String, String> labels = Map.of(TYPE, FRAGILE, "probes", "nodes");
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName("demo")
                .endMetadata()
                .withNewSpec()
                .withReplicas(nodes)
                .withNewSelector()
                .withMatchLabels(labels)
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .withLabels(labels)
                .withAnnotations(MAY_CRASH)
                .endMetadata()
                .withNewSpec()
                .withSchedulerName("rl-scheduler")
                .withNewAffinity()
                .withNewPodAntiAffinity()
                .addNewRequiredDuringSchedulingIgnoredDuringExecution()
                .withTopologyKey("kubernetes.io/hostname")
                .withNewLabelSelector()
                .withMatchLabels(labels)
                .endLabelSelector()
                .endRequiredDuringSchedulingIgnoredDuringExecution()
                .endPodAntiAffinity()
                .endAffinity()
                .withContainers(container())
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    /** Creates this many pods of the type, each on its own. */
    static List<HasMetadata> of(String type, String name, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> (HasMetadata) pod(type, name + '-' + i))
                .toList();
    }

    private static Pod pod(String type, String name) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(Map.of(TYPE, type))
                .withAnnotations(type.equals(FRAGILE) ? MAY_CRASH : Map.of())
                .endMetadata()
                .withNewSpec()
                .withSchedulerName("rl-scheduler")
                .withContainers(container())
                .endSpec()
                .build();
    }

    private static Container container() {
        return new ContainerBuilder()
                .withName("app")
                .withImage("app:1")
                .withNewResources()
                .addToRequests("cpu", new Quantity("10m"))
                .endResources()
                .build();
    }
}
