package dev.edgewise.global.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.MemberFenceNames;
import dev.edgewise.common.Names;
import dev.edgewise.global.manifests.ManifestParser;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The ConfigMap that owns the objects of an attempt, and lists them: what was made is known even if the manifests are
 * not there any more. The tenant may edit it in the member, so a list or a hash that this service would not have
 * written counts as none.
 *
 * @param uid of the ConfigMap
 * @param deleting whether it is being deleted
 * @param fenced whether it has a moment at which the member deletes it, or is being deleted already
 * @param objects all that the attempt may have made; none if the list cannot be used
 * @param manifests hash of the documents that it was made for; empty if it has none
 */
record AttemptAnchorConfigMap(String uid, boolean deleting, boolean fenced, List<ObjectRef> objects, String manifests) {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String FIELD = "objects";
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{4,32}");

    AttemptAnchorConfigMap {
        objects = List.copyOf(objects);
    }

    /** @param namespace the target namespace of its request */
    static AttemptAnchorConfigMap of(JsonNode json, String namespace) {
        JsonNode metadata = json.path("metadata");
        boolean isDeleting = metadata.has("deletionTimestamp");
        String hash = metadata.path("annotations")
                .path(GlobalRequestObjectNames.MANIFESTS_HASH_ANNOTATION)
                .asText("");
        return new AttemptAnchorConfigMap(
                metadata.path("uid").asText(),
                isDeleting,
                isDeleting || metadata.path("annotations").has(GlobalRequestObjectNames.EXPIRES_ANNOTATION),
                objects(json.path("data").path(FIELD).asText("[]"), namespace),
                HASH.matcher(hash).matches() ? hash : "");
    }

    /**
     * Returns the objects of a list, if this service could have written it; otherwise none: then the manifests say what
     * there may be.
     */
    private static List<ObjectRef> objects(String list, String namespace) {
        List<ObjectRef> objects = new ArrayList<>();
        try {
            JsonNode entries = MAPPER.readTree(list);
            if (entries.size() > ManifestParser.MOST_OBJECTS) {
                return List.of();
            }
            entries.forEach(each -> objects.add(ObjectRef.of(each)));
        } catch (JsonProcessingException edited) {
            return List.of();
        }
        return objects.stream().allMatch(each -> each.isIn(namespace)) ? objects : List.of();
    }

    /** Whether an object has the labels of the attempt. */
    static boolean isOf(JsonNode object, String requestUid, int attempt) {
        JsonNode labels = object.path("metadata").path("labels");
        return labels.path(Names.REQUEST_LABEL).asText().equals(requestUid)
                && labels.path(Names.ATTEMPT_LABEL).asText().equals(Integer.toString(attempt));
    }

    static String json(
            GlobalRequest request,
            Attempt attempt,
            String origin,
            List<ObjectRef> objects,
            String manifests,
            Duration fence,
            @Nullable Instant expires) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("apiVersion", "v1").put("kind", "ConfigMap");
        ObjectNode metadata = json.putObject("metadata");
        metadata.put("name", GlobalRequestObjectNames.anchor(request.uid(), attempt.number()))
                .put("namespace", request.spec().targetNamespace());
        metadata.putObject("labels")
                .put(Names.REQUEST_LABEL, request.uid())
                .put(Names.ATTEMPT_LABEL, Integer.toString(attempt.number()));
        ObjectNode annotations = metadata.putObject("annotations");
        annotations.put(
                GlobalRequestObjectNames.ACCOUNT_ANNOTATION, request.spec().serviceAccount());
        annotations.put(GlobalRequestObjectNames.ORIGIN_ANNOTATION, origin + "/" + request.key());
        annotations.put(GlobalRequestObjectNames.MANIFESTS_HASH_ANNOTATION, manifests);
        if (expires != null) {
            annotations.put(GlobalRequestObjectNames.EXPIRES_ANNOTATION, expires.toString());
            annotations.put(MemberFenceNames.SECONDS_ANNOTATION, Long.toString(fence.toSeconds()));
        }
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        objects.forEach(each -> list.add(each.json()));
        json.putObject("data").put(FIELD, list.toString());
        return json.toString();
    }

    /** Returns a merge patch of the expiry; null removes it. */
    static String expiry(@Nullable Instant expires) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.putObject("metadata")
                .putObject("annotations")
                .put(GlobalRequestObjectNames.EXPIRES_ANNOTATION, expires == null ? null : expires.toString());
        return json.toString();
    }
}
