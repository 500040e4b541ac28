package dev.edgewise.scheduler.kubernetes.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.scheduler.kubernetes.watch.LegacyPlacementEnvVariable;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reduces a pod to the fields that scheduling reads, and refuses values that no real pod has: each text is repeated for
 * each node, and each term compared with each pod of the cluster.
 */
final class PodTrimmer {
    static final int LONGEST_TEXT = 1024;
    static final int MOST_ELEMENTS = 1_000;
    /** The maximum length of the lists that accepted pods were seen to fill, and that cost little for each element. */
    static final int MOST_OF_LONG_LISTS = 10_000;

    static final int MOST_VALUES = 25_000;

    /** The end of an annotation that was cut, which no valid value has. */
    private static final String CUT = "…";

    private static final Set<String> LONG_LISTS = Set.of("nodeSelectorTerms", "ports", "values");

    private static final Set<String> METADATA = Set.of(
            "name",
            "generateName",
            "namespace",
            "uid",
            "labels",
            "annotations",
            "ownerReferences",
            "creationTimestamp");
    private static final Set<String> CONTAINER = Set.of(
            "name",
            "image",
            "env",
            "resources",
            "ports",
            "restartPolicy",
            "restartPolicyRules",
            "volumeMounts",
            "volumeDevices");
    private static final Set<String> VARIABLE = Set.of("name", "value");
    private static final List<String> CONTAINERS = List.of("containers", "initContainers", "ephemeralContainers");
    /** Fields that are long in some pods and that nothing here reads. */
    private static final Set<String> UNREAD = Set.of("dnsConfig", "hostAliases", "imagePullSecrets", "securityContext");

    private static final Set<String> VOLUME = Set.of(
            "name",
            "awsElasticBlockStore",
            "azureDisk",
            "cinder",
            "ephemeral",
            "gcePersistentDisk",
            "image",
            "iscsi",
            "persistentVolumeClaim",
            "portworxVolume",
            "rbd");
    private static final Set<String> STATUS = Set.of(
            "phase",
            "startTime",
            "nominatedNodeName",
            "conditions",
            "resources",
            "allocatedResources",
            "containerStatuses",
            "initContainerStatuses",
            "resourceClaimStatuses");
    private static final Set<String> STATUS_ELEMENT =
            Set.of("name", "type", "reason", "resources", "allocatedResources");

    private int values;

    private PodTrimmer() {}

    /** @throws InvalidInputException naming the first field that is too large */
    static void apply(JsonNode pod, Set<String> annotations) {
        retain(pod, Set.of("kind", "apiVersion", "metadata", "spec", "status"));
        retain(pod.path("metadata"), METADATA);
        retain(pod.path("metadata").path("annotations"), annotations);
        shorten(pod.path("metadata").path("annotations"));
        if (pod.path("spec") instanceof ObjectNode spec) {
            spec.remove(UNREAD);
        }
        for (JsonNode volume : pod.path("spec").path("volumes")) {
            retain(volume, VOLUME);
            retain(volume.path("ephemeral"), Set.of());
        }
        for (String containers : CONTAINERS) {
            pod.path("spec").path(containers).forEach(PodTrimmer::container);
        }
        JsonNode status = pod.path("status");
        retain(status, STATUS);
        for (String elements : List.of("conditions", "containerStatuses", "initContainerStatuses")) {
            status.path(elements).forEach(element -> retain(element, STATUS_ELEMENT));
        }
        new PodTrimmer().check("", pod, MOST_ELEMENTS);
    }

    /** Variables may be long, and one of them is read. */
    private static void container(JsonNode container) {
        retain(container, CONTAINER);
        if (container.path("env") instanceof ArrayNode variables) {
            variables.forEach(variable -> retain(variable, VARIABLE));
            variables.removeIf(variable -> !variable.path("name").asText().equals(LegacyPlacementEnvVariable.NAME)
                    || variable.path("value").asText().length() > LONGEST_TEXT);
        }
    }

    private static void retain(JsonNode node, Set<String> fields) {
        if (node instanceof ObjectNode object) {
            object.retain(fields);
        }
    }

    /** Cuts the annotations, of which the API server accepts any length; the rest of a cut one has no valid value. */
    private static void shorten(JsonNode annotations) {
        for (Map.Entry<String, JsonNode> annotation : annotations.properties()) {
            String text = annotation.getValue().asText();
            if (text.length() > LONGEST_TEXT) {
                annotation.setValue(TextNode.valueOf(text.substring(0, LONGEST_TEXT - 1) + CUT));
            }
        }
    }

    private void check(String path, JsonNode node, int most) {
        values++;
        require(
                values <= MOST_VALUES,
                "",
                "of more than " + MOST_VALUES + " values that scheduling reads, at " + path,
                "of at most " + MOST_VALUES);
        require(node.size() <= most, path, node.size() + " elements", "at most " + most + " elements");
        if (node.isTextual()) {
            int length = node.textValue().length();
            require(length <= LONGEST_TEXT, path, length + " characters", "at most " + LONGEST_TEXT + " characters");
        }
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                check(path + "[" + i + "]", node.get(i), MOST_ELEMENTS);
            }
        }
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            int length = field.getKey().length();
            require(
                    length <= LONGEST_TEXT,
                    path,
                    "a name of " + length + " characters",
                    "names of at most " + LONGEST_TEXT);
            check(
                    path.isEmpty() ? field.getKey() : path + "." + field.getKey(),
                    field.getValue(),
                    LONG_LISTS.contains(field.getKey()) ? MOST_OF_LONG_LISTS : MOST_ELEMENTS);
        }
    }

    private static void require(boolean holds, String path, String value, String allowed) {
        if (!holds) {
            throw new InvalidInputException(path.isEmpty() ? "the pod" : path, value, allowed);
        }
    }
}
