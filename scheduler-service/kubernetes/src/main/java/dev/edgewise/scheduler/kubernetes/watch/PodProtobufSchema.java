package dev.edgewise.scheduler.kubernetes.watch;

import static dev.edgewise.kubernetes.watch.ProtobufMessageSchema.flag;
import static dev.edgewise.kubernetes.watch.ProtobufMessageSchema.inlined;
import static dev.edgewise.kubernetes.watch.ProtobufMessageSchema.map;
import static dev.edgewise.kubernetes.watch.ProtobufMessageSchema.message;
import static dev.edgewise.kubernetes.watch.ProtobufMessageSchema.messages;
import static dev.edgewise.kubernetes.watch.ProtobufMessageSchema.quantities;
import static dev.edgewise.kubernetes.watch.ProtobufMessageSchema.text;
import static dev.edgewise.kubernetes.watch.ProtobufMessageSchema.texts;
import static dev.edgewise.kubernetes.watch.ProtobufMessageSchema.time;
import static dev.edgewise.kubernetes.watch.ProtobufMessageSchema.whole;

import dev.edgewise.kubernetes.watch.ProtobufMessageSchema;
import io.fabric8.kubernetes.api.model.AWSElasticBlockStoreVolumeSource;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AzureDiskVolumeSource;
import io.fabric8.kubernetes.api.model.CinderVolumeSource;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerRestartRule;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EphemeralVolumeSource;
import io.fabric8.kubernetes.api.model.GCEPersistentDiskVolumeSource;
import io.fabric8.kubernetes.api.model.ISCSIVolumeSource;
import io.fabric8.kubernetes.api.model.ImageVolumeSource;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimVolumeSource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodAffinity;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodAntiAffinity;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodResourceClaimStatus;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.PodSchedulingGroup;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PortworxVolumeSource;
import io.fabric8.kubernetes.api.model.PreferredSchedulingTerm;
import io.fabric8.kubernetes.api.model.RBDVolumeSource;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.WeightedPodAffinityTerm;

/** The fields that are read from a pod, in protobuf and in JSON: those that {@link PodConverter} uses. */
public final class PodProtobufSchema {
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

    private static final ProtobufMessageSchema OWNER = ProtobufMessageSchema.of(
            OwnerReference.class,
            text("kind", 1),
            text("name", 3),
            text("uid", 4),
            text("apiVersion", 5),
            flag("controller", 6));

    private static final ProtobufMessageSchema METADATA = ProtobufMessageSchema.of(
            ObjectMeta.class,
            text("name", 1),
            text("namespace", 3),
            text("uid", 5),
            text("resourceVersion", 6),
            time("creationTimestamp", 8),
            time("deletionTimestamp", 9),
            map("labels", 11),
            map("annotations", 12),
            messages("ownerReferences", 13, OWNER));

    private static final ProtobufMessageSchema LABEL_SELECTOR = ProtobufMessageSchema.of(
            LabelSelector.class,
            map("matchLabels", 1),
            messages("matchExpressions", 2, requirement(LabelSelectorRequirement.class)));

    private static final ProtobufMessageSchema RESOURCES =
            ProtobufMessageSchema.of(ResourceRequirements.class, quantities("limits", 1), quantities("requests", 2));

    private static final ProtobufMessageSchema PORT = ProtobufMessageSchema.of(
            ContainerPort.class,
            whole("hostPort", 2),
            whole("containerPort", 3),
            text("protocol", 4),
            text("hostIP", 5));

    private static final ProtobufMessageSchema CONTAINER = ProtobufMessageSchema.of(
            Container.class,
            text("name", 1),
            text("image", 2),
            messages("ports", 6, PORT),
            messages("env", 7, ProtobufMessageSchema.of(EnvVar.class, text("name", 1), text("value", 2))),
            message("resources", 8, RESOURCES),
            text("restartPolicy", 24),
            messages(
                    "restartPolicyRules", 25, ProtobufMessageSchema.of(ContainerRestartRule.class, text("action", 1))));

    private static final ProtobufMessageSchema TOLERATION = ProtobufMessageSchema.of(
            Toleration.class, text("key", 1), text("operator", 2), text("value", 3), text("effect", 4));

    private static final ProtobufMessageSchema SPREAD = ProtobufMessageSchema.of(
            TopologySpreadConstraint.class,
            whole("maxSkew", 1),
            text("topologyKey", 2),
            text("whenUnsatisfiable", 3),
            message("labelSelector", 4, LABEL_SELECTOR),
            whole("minDomains", 5),
            text("nodeAffinityPolicy", 6),
            text("nodeTaintsPolicy", 7),
            texts("matchLabelKeys", 8));

    private static final ProtobufMessageSchema RESOURCE_CLAIM = ProtobufMessageSchema.of(
            PodResourceClaim.class,
            text("name", 1),
            text("resourceClaimName", 3),
            text("resourceClaimTemplateName", 4));

    private static final ProtobufMessageSchema SPEC = ProtobufMessageSchema.of(
            PodSpec.class,
            messages("volumes", 1, ProtobufMessageSchema.of(Volume.class, text("name", 1), inlined(2, volumeSource()))),
            messages("containers", 2, CONTAINER),
            map("nodeSelector", 7),
            text("nodeName", 10),
            flag("hostNetwork", 11),
            message("affinity", 18, affinity()),
            text("schedulerName", 19),
            messages("initContainers", 20, CONTAINER),
            messages("tolerations", 22, TOLERATION),
            whole("priority", 25),
            text("preemptionPolicy", 31),
            quantities("overhead", 32),
            messages("topologySpreadConstraints", 33, SPREAD),
            flag("hostUsers", 37),
            messages("schedulingGates", 38, ProtobufMessageSchema.of(PodSchedulingGate.class, text("name", 1))),
            messages("resourceClaims", 39, RESOURCE_CLAIM),
            message("resources", 40, RESOURCES),
            message("schedulingGroup", 43, ProtobufMessageSchema.of(PodSchedulingGroup.class)));

    private static final ProtobufMessageSchema CONTAINER_STATUS = ProtobufMessageSchema.of(
            ContainerStatus.class,
            text("name", 1),
            quantities("allocatedResources", 10),
            message("resources", 11, RESOURCES));

    private static final ProtobufMessageSchema STATUS = ProtobufMessageSchema.of(
            PodStatus.class,
            text("phase", 1),
            messages(
                    "conditions",
                    2,
                    ProtobufMessageSchema.of(
                            PodCondition.class, text("type", 1), text("status", 2), text("reason", 5))),
            time("startTime", 7),
            messages("containerStatuses", 8, CONTAINER_STATUS),
            messages("initContainerStatuses", 10, CONTAINER_STATUS),
            text("nominatedNodeName", 11),
            messages(
                    "resourceClaimStatuses",
                    15,
                    ProtobufMessageSchema.of(
                            PodResourceClaimStatus.class, text("name", 1), text("resourceClaimName", 2))),
            quantities("allocatedResources", 19),
            message("resources", 20, RESOURCES));

    public static final ProtobufMessageSchema POD = ProtobufMessageSchema.of(
            Pod.class, message("metadata", 1, METADATA), message("spec", 2, SPEC), message("status", 3, STATUS));

    private PodProtobufSchema() {}

    /** Returns the requirement of a label selector or a node selector. */
    private static ProtobufMessageSchema requirement(Class<?> model) {
        return ProtobufMessageSchema.of(model, text("key", 1), text("operator", 2), texts("values", 3));
    }

    private static ProtobufMessageSchema affinity() {
        ProtobufMessageSchema requirement = requirement(NodeSelectorRequirement.class);
        ProtobufMessageSchema nodeTerm = ProtobufMessageSchema.of(
                NodeSelectorTerm.class,
                messages("matchExpressions", 1, requirement),
                messages("matchFields", 2, requirement));
        ProtobufMessageSchema preferredNodes = ProtobufMessageSchema.of(
                PreferredSchedulingTerm.class, whole("weight", 1), message("preference", 2, nodeTerm));
        ProtobufMessageSchema nodes = ProtobufMessageSchema.of(
                NodeAffinity.class,
                message(
                        REQUIRED,
                        1,
                        ProtobufMessageSchema.of(NodeSelector.class, messages("nodeSelectorTerms", 1, nodeTerm))),
                messages(PREFERRED, 2, preferredNodes));
        ProtobufMessageSchema podTerm = ProtobufMessageSchema.of(
                PodAffinityTerm.class,
                message("labelSelector", 1, LABEL_SELECTOR),
                texts("namespaces", 2),
                text("topologyKey", 3),
                message("namespaceSelector", 4, LABEL_SELECTOR),
                texts("matchLabelKeys", 5),
                texts("mismatchLabelKeys", 6));
        ProtobufMessageSchema weighted = ProtobufMessageSchema.of(
                WeightedPodAffinityTerm.class, whole("weight", 1), message("podAffinityTerm", 2, podTerm));
        ProtobufMessageSchema.Field required = messages(REQUIRED, 1, podTerm);
        ProtobufMessageSchema.Field preferred = messages(PREFERRED, 2, weighted);
        return ProtobufMessageSchema.of(
                Affinity.class,
                message("nodeAffinity", 1, nodes),
                message("podAffinity", 2, ProtobufMessageSchema.of(PodAffinity.class, required, preferred)),
                message("podAntiAffinity", 3, ProtobufMessageSchema.of(PodAntiAffinity.class, required, preferred)));
    }

    private static ProtobufMessageSchema volumeSource() {
        ProtobufMessageSchema.Field volumeId = text("volumeID", 1);
        return ProtobufMessageSchema.of(
                message(
                        "gcePersistentDisk",
                        3,
                        ProtobufMessageSchema.of(
                                GCEPersistentDiskVolumeSource.class, text("pdName", 1), flag("readOnly", 4))),
                message(
                        "awsElasticBlockStore",
                        4,
                        ProtobufMessageSchema.of(AWSElasticBlockStoreVolumeSource.class, volumeId)),
                message(
                        "iscsi",
                        8,
                        ProtobufMessageSchema.of(ISCSIVolumeSource.class, text("iqn", 2), flag("readOnly", 6))),
                message(
                        "persistentVolumeClaim",
                        10,
                        ProtobufMessageSchema.of(PersistentVolumeClaimVolumeSource.class, text("claimName", 1))),
                message(
                        "rbd",
                        11,
                        ProtobufMessageSchema.of(
                                RBDVolumeSource.class,
                                texts("monitors", 1),
                                text("image", 2),
                                text("pool", 4),
                                flag("readOnly", 8))),
                message("cinder", 13, ProtobufMessageSchema.of(CinderVolumeSource.class, volumeId)),
                message(
                        "azureDisk",
                        22,
                        ProtobufMessageSchema.of(AzureDiskVolumeSource.class, text("diskURI", 2), text("kind", 6))),
                message("portworxVolume", 24, ProtobufMessageSchema.of(PortworxVolumeSource.class, volumeId)),
                message("ephemeral", 29, ProtobufMessageSchema.of(EphemeralVolumeSource.class)),
                message("image", 30, ProtobufMessageSchema.of(ImageVolumeSource.class, text("reference", 1))));
    }
}
