package dev.edgewise.kubernetes.testing;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;

/** Objects for an API server. */
public final class KubernetesObjects {
    private KubernetesObjects() {}

    public static Node node(String name) {
        return node(name, "4");
    }

    public static Node node(String name, String cpu) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewStatus()
                .withAllocatable(Map.of("cpu", new Quantity(cpu), "pods", new Quantity("110")))
                .endStatus()
                .build();
    }

    public static Pod pod(String name) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .endMetadata()
                .withNewSpec()
                .withSchedulerName("edgewise")
                .addNewContainer()
                .withName("main")
                .withImage("pause")
                .endContainer()
                .endSpec()
                .build();
    }

    /** Returns a pod with this CPU request. */
    public static Pod pod(String name, String cpu) {
        return new PodBuilder(pod(name))
                .editSpec()
                .editFirstContainer()
                .withNewResources()
                .addToRequests("cpu", new Quantity(cpu))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    public static Namespace namespace(String name) {
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("team", name)
                .endMetadata()
                .build();
    }
}
