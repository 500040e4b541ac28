package dev.edgewise.scheduler.kubernetes.fence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.MemberFenceNames;
import dev.edgewise.common.Names;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.api.LabelledMetadataRequest;
import dev.edgewise.kubernetes.http.ApiResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and deletes anchors in this cluster. They are listed, not watched: a list that is answered shows each renewal
 * before it.
 */
final class AnchorConfigMapRequests {
    private static final int PAGE = 50;

    /** An anchor has 2 KiB, but a tenant may write more than 1 MiB of labels and annotations into each. */
    private static final int MOST_BYTES_OF_PAGE = 2 * 1024 * 1024;

    private static final int MOST_BYTES = 16 * 1024 * 1024;
    private static final int MOST_PAGES = 100;
    private static final int LONGEST_SECONDS = 86_400;

    /** No moment that can be read is longer. */
    private static final int LONGEST_MOMENT = 64;

    private final ApiServerClient api;

    AnchorConfigMapRequests(ApiServerClient api) {
        this.api = api;
    }

    /** Thrown when the API server does not list the anchors of a namespace. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        RefusedException(String message) {
            super(message);
        }
    }

    /**
     * Returns all anchors of the namespace that expire; fails if they are more than the memory of this service has room
     * for.
     */
    List<FencedAnchorConfigMap> list(String namespace) throws ApiUnavailableException, RefusedException {
        List<FencedAnchorConfigMap> anchors = new ArrayList<>();
        String next = "";
        int left = MOST_BYTES;
        int pages = 0;
        do {
            if (pages++ == MOST_PAGES || left <= 0) {
                throw new RefusedException("ConfigMaps with the label " + Names.REQUEST_LABEL + " are more than "
                        + MOST_PAGES * PAGE + ", or have more than " + MOST_BYTES + " bytes of metadata");
            }
            String page = LabelledMetadataRequest.path(
                    "/api/v1/namespaces/" + namespace + "/configmaps", Names.REQUEST_LABEL, PAGE, next);
            ApiResponse reply = api.get(page, LabelledMetadataRequest.ACCEPT, Math.min(left, MOST_BYTES_OF_PAGE));
            left -= reply.body().length;
            if (!reply.isSuccess()) {
                throw new RefusedException(reply.message());
            }
            JsonNode list = reply.json();
            for (JsonNode item : list.path("items")) {
                FencedAnchorConfigMap anchor = anchor(namespace, item.path("metadata"));
                if (anchor != null) {
                    anchors.add(anchor);
                }
            }
            next = list.path("metadata").path("continue").asText("");
        } while (!next.isEmpty());
        return anchors;
    }

    /** Returns the anchor; null if it is being deleted, does not expire, or is some other ConfigMap with the label. */
    private static @Nullable FencedAnchorConfigMap anchor(String namespace, JsonNode metadata) {
        JsonNode labels = metadata.path("labels");
        String name = metadata.path("name").asText();
        String expected = MemberFenceNames.anchor(
                labels.path(Names.REQUEST_LABEL).asText(),
                labels.path(Names.ATTEMPT_LABEL).asText());
        JsonNode expires = metadata.path("annotations").path(MemberFenceNames.EXPIRES_ANNOTATION);
        if (!name.equals(expected) || !expires.isTextual() || metadata.has("deletionTimestamp")) {
            return null;
        }
        return new FencedAnchorConfigMap(
                namespace,
                name,
                metadata.path("uid").asText(),
                metadata.path("resourceVersion").asText(),
                expires.asText()
                        .substring(0, Math.min(LONGEST_MOMENT, expires.asText().length())),
                fence(metadata.path("annotations").path(MemberFenceNames.SECONDS_ANNOTATION)));
    }

    private static @Nullable Duration fence(JsonNode seconds) {
        int number = seconds.asInt(0);
        return number > 0 ? Duration.ofSeconds(Math.min(number, LONGEST_SECONDS)) : null;
    }

    /** Deletes an anchor, and before it all that it owns, unless it was renewed since it was read. */
    ApiResponse delete(FencedAnchorConfigMap anchor) throws ApiUnavailableException {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.put("apiVersion", "v1").put("kind", "DeleteOptions").put("propagationPolicy", "Foreground");
        options.putObject("preconditions").put("uid", anchor.uid()).put("resourceVersion", anchor.version());
        return api.delete(
                "/api/v1/namespaces/" + anchor.namespace() + "/configmaps/" + anchor.name(), options.toString());
    }
}
