package dev.edgewise.kubernetes.autoconfigure;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cloud.kubernetes.commons.PodUtils;

/**
 * Which pod this process runs in, for health and info. Outside a pod no client is made: a service that only reads files starts where
 * no cluster is configured.
 */
final class OwnPod implements PodUtils<Pod> {
    private final boolean inPod;
    private final ObjectProvider<PodUtils<Pod>> pod;

    /** @param pod asks the API server, once, when it is first used */
    OwnPod(boolean inPod, ObjectProvider<PodUtils<Pod>> pod) {
        this.inPod = inPod;
        this.pod = pod;
    }

    @Override
    public Supplier<Pod> currentPod() {
        return inPod ? pod.getObject().currentPod() : () -> null;
    }

    @Override
    public boolean isInsideKubernetes() {
        return inPod && pod.getObject().isInsideKubernetes();
    }
}
