package dev.edgewise.networkprobe.kubernetes;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which cluster is measured.
 *
 * @param kubeconfig its kubeconfig file; empty for what the environment says: {@code KUBECONFIG}, else {@code ~/.kube/config},
 *     else the pod's service account
 * @param namespace of the agents; empty for the service's own
 */
@ConfigurationProperties("edgewise.network-probe.kubernetes")
public record KubernetesProperties(@DefaultValue("") String kubeconfig, @DefaultValue("") String namespace) {}
