package dev.edgewise.kubernetes.autoconfigure;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the connection to the cluster, the same in every service.
 *
 * @param kubeconfig kubeconfig file; empty: {@code KUBECONFIG}, else {@code ~/.kube/config}, else the pod's service
 *     account [file]
 * @param namespace namespace of the service, its Lease and agents; empty: the kubeconfig context's or the pod's,
 *     else {@code default} [namespace]
 * @param accessCheck what happens at start-up if permissions are missing; network-probe: {@code warn} [fail, warn]
 */
@ConfigurationProperties("edgewise.kubernetes")
public record KubernetesProperties(
        @DefaultValue("") String kubeconfig,
        @DefaultValue("") String namespace,
        @DefaultValue("fail") AccessCheckMode accessCheck) {
    /** Action when a permission is missing. */
    public enum AccessCheckMode {
        /** Start-up fails, also if the API server does not answer. */
        FAIL,
        /** The service starts, and logs what is missing: it is useful without the cluster, too. */
        WARN
    }
}
