package dev.edgewise.kubernetes.autoconfigure;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which cluster a service works for; the same in every service.
 *
 * @param kubeconfig its kubeconfig file; empty for what the environment says: {@code KUBECONFIG}, else {@code ~/.kube/config}, else
 *     the pod's service account
 * @param namespace of the service and its Lease; empty for that of the kubeconfig's context or of the pod
 * @param accessCheck what happens at start-up if permissions are missing
 */
@ConfigurationProperties("edgewise.kubernetes")
public record KubernetesProperties(
        @DefaultValue("") String kubeconfig,
        @DefaultValue("") String namespace,
        @DefaultValue("fail") AccessCheckMode accessCheck) {
    /** What happens if a permission is missing. */
    public enum AccessCheckMode {
        /** Start-up fails, also if the API server does not answer. */
        FAIL,
        /** The service starts, and logs what is missing: it is useful without the cluster, too. */
        WARN
    }
}
