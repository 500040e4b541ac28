package dev.edgewise.kubernetes.autoconfigure;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.kubernetes.commons.PodUtils;

/**
 * The pod that this process runs in, for health and info: its name and namespace, as the kubelet gives them. The API
 * server is not called, as health must not wait for it, and clients of the port learn nothing of the node.
 */
final class OwnPod implements PodUtils<Pod> {
    private final @Nullable Pod pod;

    /**
     * @param environment of this process
     * @param namespace of the pod's service account; null if it has none
     */
    OwnPod(Map<String, String> environment, @Nullable String namespace) {
        String name = environment.get("HOSTNAME");
        ObjectMeta metadata =
                new ObjectMetaBuilder().withName(name).withNamespace(namespace).build();
        this.pod = name == null || !environment.containsKey("KUBERNETES_SERVICE_HOST")
                ? null
                : new Pod("v1", "Pod", metadata, new PodSpec(), new PodStatus());
    }

    @Override
    public Supplier<Pod> currentPod() {
        return () -> pod;
    }

    @Override
    public boolean isInsideKubernetes() {
        return pod != null;
    }
}
