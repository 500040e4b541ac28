package dev.edgewise.scheduler.config;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which cluster is worked for.
 *
 * @param kubeconfig its kubeconfig file; empty for what the environment says: {@code KUBECONFIG}, else
 *     {@code ~/.kube/config}, else the pod's service account
 */
@ConfigurationProperties("edgewise.scheduler.kubernetes")
public record KubernetesProperties(@DefaultValue("") String kubeconfig) {}
