package dev.edgewise.scheduler.kubernetes.watch;

import static dev.edgewise.kubernetes.watch.MessageType.flag;
import static dev.edgewise.kubernetes.watch.MessageType.inlined;
import static dev.edgewise.kubernetes.watch.MessageType.map;
import static dev.edgewise.kubernetes.watch.MessageType.message;
import static dev.edgewise.kubernetes.watch.MessageType.messages;
import static dev.edgewise.kubernetes.watch.MessageType.quantities;
import static dev.edgewise.kubernetes.watch.MessageType.text;
import static dev.edgewise.kubernetes.watch.MessageType.texts;
import static dev.edgewise.kubernetes.watch.MessageType.time;
import static dev.edgewise.kubernetes.watch.MessageType.whole;

import dev.edgewise.kubernetes.watch.MessageType;

/** The fields read from a pod in protobuf: those that {@link PodConverter} uses. */
final class PodMessage {
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

    private static final MessageType OWNER = MessageType.of(
            text("kind", 1), text("name", 3), text("uid", 4), text("apiVersion", 5), flag("controller", 6));

    private static final MessageType METADATA = MessageType.of(
            text("name", 1),
            text("namespace", 3),
            text("uid", 5),
            text("resourceVersion", 6),
            time("creationTimestamp", 8),
            time("deletionTimestamp", 9),
            map("labels", 11),
            map("annotations", 12),
            messages("ownerReferences", 13, OWNER));

    private static final MessageType LABEL_SELECTOR =
            MessageType.of(map("matchLabels", 1), messages("matchExpressions", 2, requirement()));

    private static final MessageType RESOURCES = MessageType.of(quantities("limits", 1), quantities("requests", 2));

    private static final MessageType PORT =
            MessageType.of(whole("hostPort", 2), whole("containerPort", 3), text("protocol", 4), text("hostIP", 5));

    private static final MessageType CONTAINER = MessageType.of(
            text("name", 1),
            text("image", 2),
            messages("ports", 6, PORT),
            message("resources", 8, RESOURCES),
            text("restartPolicy", 24),
            messages("restartPolicyRules", 25, MessageType.of(text("action", 1))));

    private static final MessageType TOLERATION =
            MessageType.of(text("key", 1), text("operator", 2), text("value", 3), text("effect", 4));

    private static final MessageType SPREAD = MessageType.of(
            whole("maxSkew", 1),
            text("topologyKey", 2),
            text("whenUnsatisfiable", 3),
            message("labelSelector", 4, LABEL_SELECTOR),
            whole("minDomains", 5),
            text("nodeAffinityPolicy", 6),
            text("nodeTaintsPolicy", 7),
            texts("matchLabelKeys", 8));

    private static final MessageType RESOURCE_CLAIM =
            MessageType.of(text("name", 1), text("resourceClaimName", 3), text("resourceClaimTemplateName", 4));

    private static final MessageType SPEC = MessageType.of(
            messages("volumes", 1, MessageType.of(text("name", 1), inlined(2, volumeSource()))),
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
            messages("schedulingGates", 38, MessageType.of(text("name", 1))),
            messages("resourceClaims", 39, RESOURCE_CLAIM),
            message("resources", 40, RESOURCES),
            message("schedulingGroup", 43, MessageType.of(text("podGroupName", 1))));

    private static final MessageType CONTAINER_STATUS =
            MessageType.of(text("name", 1), quantities("allocatedResources", 10), message("resources", 11, RESOURCES));

    private static final MessageType STATUS = MessageType.of(
            text("phase", 1),
            messages("conditions", 2, MessageType.of(text("type", 1), text("status", 2), text("reason", 5))),
            time("startTime", 7),
            messages("containerStatuses", 8, CONTAINER_STATUS),
            messages("initContainerStatuses", 10, CONTAINER_STATUS),
            text("nominatedNodeName", 11),
            messages("resourceClaimStatuses", 15, MessageType.of(text("name", 1), text("resourceClaimName", 2))),
            quantities("allocatedResources", 19),
            message("resources", 20, RESOURCES));

    static final MessageType POD =
            MessageType.of(message("metadata", 1, METADATA), message("spec", 2, SPEC), message("status", 3, STATUS));

    private PodMessage() {}

    /** Returns the requirement of a label selector or a node selector. */
    private static MessageType requirement() {
        return MessageType.of(text("key", 1), text("operator", 2), texts("values", 3));
    }

    private static MessageType affinity() {
        MessageType nodeTerm = MessageType.of(
                messages("matchExpressions", 1, requirement()), messages("matchFields", 2, requirement()));
        MessageType preferredNodes = MessageType.of(whole("weight", 1), message("preference", 2, nodeTerm));
        MessageType nodes = MessageType.of(
                message(REQUIRED, 1, MessageType.of(messages("nodeSelectorTerms", 1, nodeTerm))),
                messages(PREFERRED, 2, preferredNodes));
        MessageType podTerm = MessageType.of(
                message("labelSelector", 1, LABEL_SELECTOR),
                texts("namespaces", 2),
                text("topologyKey", 3),
                message("namespaceSelector", 4, LABEL_SELECTOR),
                texts("matchLabelKeys", 5),
                texts("mismatchLabelKeys", 6));
        MessageType weighted = MessageType.of(whole("weight", 1), message("podAffinityTerm", 2, podTerm));
        MessageType pods = MessageType.of(messages(REQUIRED, 1, podTerm), messages(PREFERRED, 2, weighted));
        return MessageType.of(
                message("nodeAffinity", 1, nodes),
                message("podAffinity", 2, pods),
                message("podAntiAffinity", 3, pods));
    }

    private static MessageType volumeSource() {
        MessageType byVolumeId = MessageType.of(text("volumeID", 1));
        return MessageType.of(
                message("gcePersistentDisk", 3, MessageType.of(text("pdName", 1), flag("readOnly", 4))),
                message("awsElasticBlockStore", 4, byVolumeId),
                message("iscsi", 8, MessageType.of(text("iqn", 2), flag("readOnly", 6))),
                message("persistentVolumeClaim", 10, MessageType.of(text("claimName", 1))),
                message(
                        "rbd",
                        11,
                        MessageType.of(texts("monitors", 1), text("image", 2), text("pool", 4), flag("readOnly", 8))),
                message("cinder", 13, byVolumeId),
                message("azureDisk", 22, MessageType.of(text("diskURI", 2), text("kind", 6))),
                message("portworxVolume", 24, byVolumeId),
                message("ephemeral", 29, MessageType.of()),
                message("image", 30, MessageType.of(text("reference", 1))));
    }
}
