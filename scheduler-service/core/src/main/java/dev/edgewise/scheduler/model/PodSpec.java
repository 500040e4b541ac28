package dev.edgewise.scheduler.model;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The scheduling requirements of a pod.
 *
 * @param nodeName the node it is bound to, or that its author demands; null while it waits
 * @param priority higher goes first and may evict lower
 * @param preempts false for {@code preemptionPolicy: Never}
 * @param gates names of scheduling gates; a gated pod is never tried
 * @param grouped whether it belongs to a PodGroup, whose pods are to be placed together
 * @param features names of the features that its node has to declare
 */
public record PodSpec(
        String schedulerName,
        @Nullable String nodeName,
        int priority,
        boolean preempts,
        List<String> gates,
        boolean grouped,
        PodResourceRequests requests,
        HostPorts hostPorts,
        List<Toleration> tolerations,
        NodeAffinity nodeAffinity,
        PodAffinity podAffinity,
        List<SpreadConstraint> spread,
        PodVolumes volumes,
        PodImages images,
        Set<String> features,
        List<PodResourceClaim> resourceClaims) {
    public PodSpec {
        Objects.requireNonNull(schedulerName, "schedulerName");
        gates = List.copyOf(gates);
        tolerations = List.copyOf(tolerations);
        spread = List.copyOf(spread);
        features = Set.copyOf(features);
        resourceClaims = List.copyOf(resourceClaims);
    }

    /** Creates the spec of a pod that belongs to no PodGroup. */
    public PodSpec(
            String schedulerName,
            @Nullable String nodeName,
            int priority,
            boolean preempts,
            List<String> gates,
            PodResourceRequests requests,
            HostPorts hostPorts,
            List<Toleration> tolerations,
            NodeAffinity nodeAffinity,
            PodAffinity podAffinity,
            List<SpreadConstraint> spread,
            PodVolumes volumes,
            PodImages images,
            Set<String> features,
            List<PodResourceClaim> resourceClaims) {
        this(
                schedulerName,
                nodeName,
                priority,
                preempts,
                gates,
                false,
                requests,
                hostPorts,
                tolerations,
                nodeAffinity,
                podAffinity,
                spread,
                volumes,
                images,
                features,
                resourceClaims);
    }

    /** This spec bound to a node, or to none. */
    public PodSpec onNode(@Nullable String node) {
        return new PodSpec(
                schedulerName,
                node,
                priority,
                preempts,
                gates,
                grouped,
                requests,
                hostPorts,
                tolerations,
                nodeAffinity,
                podAffinity,
                spread,
                volumes,
                images,
                features,
                resourceClaims);
    }
}
