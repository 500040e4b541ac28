package dev.edgewise.scheduler.kubernetes.watch;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerRestartRule;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The features that a pod needs of its node's kubelet and container runtime.
 *
 * <p>Source: {@code InferForScheduling} in k8s.io/component-helpers, nodedeclaredfeatures/features.
 */
final class RequiredNodeFeatures {
    private static final String RESTART_ALL = "RestartAllContainersOnContainerExits";
    private static final String HOST_NETWORK_IN_USER_NAMESPACE = "UserNamespacesHostNetworkSupport";

    private RequiredNodeFeatures() {}

    static Set<String> of(PodSpec spec) {
        boolean restartsAll = restartsAll(spec.getContainers()) || restartsAll(spec.getInitContainers());
        boolean mapsHostNetwork =
                Boolean.TRUE.equals(spec.getHostNetwork()) && Boolean.FALSE.equals(spec.getHostUsers());
        if (!restartsAll && !mapsHostNetwork) {
            return Set.of();
        }
        Set<String> features = new LinkedHashSet<>();
        if (restartsAll) {
            features.add(RESTART_ALL);
        }
        if (mapsHostNetwork) {
            features.add(HOST_NETWORK_IN_USER_NAMESPACE);
        }
        return features;
    }

    private static boolean restartsAll(List<Container> containers) {
        for (Container container : containers) {
            for (ContainerRestartRule rule : container.getRestartPolicyRules()) {
                if ("RestartAllContainers".equals(rule.getAction())) {
                    return true;
                }
            }
        }
        return false;
    }
}
