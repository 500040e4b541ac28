package dev.edgewise.global.manifests;

import java.util.Set;

/** Says whether objects of a kind are in a namespace. */
public enum ObjectScope {
    NAMESPACED,
    CLUSTER,
    /** The kind is none of Kubernetes' own: the discovery of the member knows. */
    UNKNOWN;

    private static final String OWN_GROUP_SUFFIX = ".k8s.io";
    private static final Set<String> OWN_GROUPS = Set.of("", "apps", "batch", "autoscaling", "policy");
    private static final Set<String> CLUSTER_KINDS = Set.of(
            "/Namespace",
            "/Node",
            "/PersistentVolume",
            "/ComponentStatus",
            "admissionregistration.k8s.io/MutatingAdmissionPolicy",
            "admissionregistration.k8s.io/MutatingAdmissionPolicyBinding",
            "admissionregistration.k8s.io/MutatingWebhookConfiguration",
            "admissionregistration.k8s.io/ValidatingAdmissionPolicy",
            "admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding",
            "admissionregistration.k8s.io/ValidatingWebhookConfiguration",
            "apiextensions.k8s.io/CustomResourceDefinition",
            "apiregistration.k8s.io/APIService",
            "certificates.k8s.io/CertificateSigningRequest",
            "certificates.k8s.io/ClusterTrustBundle",
            "flowcontrol.apiserver.k8s.io/FlowSchema",
            "flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration",
            "networking.k8s.io/IngressClass",
            "networking.k8s.io/IPAddress",
            "networking.k8s.io/ServiceCIDR",
            "node.k8s.io/RuntimeClass",
            "rbac.authorization.k8s.io/ClusterRole",
            "rbac.authorization.k8s.io/ClusterRoleBinding",
            "resource.k8s.io/DeviceClass",
            "resource.k8s.io/DeviceTaintRule",
            "resource.k8s.io/ResourceSlice",
            "scheduling.k8s.io/PriorityClass",
            "storage.k8s.io/CSIDriver",
            "storage.k8s.io/CSINode",
            "storage.k8s.io/StorageClass",
            "storage.k8s.io/VolumeAttachment",
            "storage.k8s.io/VolumeAttributesClass");

    /** Returns the scope, so that a request is refused when it is sent, not when a member is tried. */
    static ObjectScope of(Manifest manifest) {
        String group = manifest.group();
        if (CLUSTER_KINDS.contains(group + "/" + manifest.kind())) {
            return CLUSTER;
        }
        return OWN_GROUPS.contains(group) || group.endsWith(OWN_GROUP_SUFFIX) && isOfKubernetes(group)
                ? NAMESPACED
                : UNKNOWN;
    }

    /** Groups such as {@code gateway.networking.k8s.io} have the suffix, and are custom resources. */
    private static boolean isOfKubernetes(String group) {
        String prefix = group.substring(0, group.length() - OWN_GROUP_SUFFIX.length());
        return Set.of("networking", "rbac.authorization", "coordination", "discovery", "events", "storage")
                .contains(prefix);
    }
}
