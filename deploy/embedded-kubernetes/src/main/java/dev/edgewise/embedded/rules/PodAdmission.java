package dev.edgewise.embedded.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.store.ApiException;
import dev.edgewise.embedded.store.Json;
import dev.edgewise.embedded.store.ObjectStore;
import dev.edgewise.embedded.store.ResourceType;
import dev.edgewise.embedded.store.ResourceTypes;
import dev.edgewise.embedded.store.StoredObject;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The default admission plugins that change pods: Priority and DefaultTolerationSeconds. */
final class PodAdmission {
    private static final List<String> NODE_TROUBLES =
            List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");
    private static final int DEFAULT_TOLERATION_SECONDS = 300;

    private final ObjectStore store;
    private final ResourceType priorityClasses;
    private final ResourceType pods;

    PodAdmission(ObjectStore store, ResourceTypes types) {
        this.store = store;
        this.priorityClasses = types.require("scheduling.k8s.io/v1", "priorityclasses");
        this.pods = types.require("v1", "pods");
    }

    void admit(ObjectNode pod) {
        ObjectNode spec = Json.child(pod, "spec");
        priority(pod, spec);
        NODE_TROUBLES.forEach(taint -> tolerate(spec, taint));
    }

    private void priority(ObjectNode pod, ObjectNode spec) {
        String name = Json.text(spec, "priorityClassName");
        JsonNode priorityClass = name.isEmpty() ? globalDefault() : require(pod, name);
        if (priorityClass == null) {
            Json.putIfAbsent(spec, "priority", 0);
            Json.putIfAbsent(spec, "preemptionPolicy", "PreemptLowerPriority");
            return;
        }
        spec.put("priorityClassName", Json.text(priorityClass, "metadata", "name"));
        spec.put("priority", priorityClass.path("value").asInt());
        Json.putIfAbsent(spec, "preemptionPolicy", Json.text(priorityClass, "preemptionPolicy"));
    }

    private JsonNode require(ObjectNode pod, String name) {
        StoredObject found = store.get(priorityClasses, "", name);
        if (found == null) {
            String podName = Json.text(pod, "metadata", "name");
            throw ApiException.about(
                    403,
                    "Forbidden",
                    pods,
                    podName,
                    "pods \"%s\" is forbidden: no PriorityClass with name %s was found".formatted(podName, name));
        }
        return found.json();
    }

    private @Nullable JsonNode globalDefault() {
        Stream<JsonNode> defaults = store.list(priorityClasses, "").stream()
                .map(found -> (JsonNode) found.json())
                .filter(found -> found.path("globalDefault").asBoolean());
        return defaults.findFirst().orElse(null);
    }

    private static void tolerate(ObjectNode spec, String taint) {
        boolean tolerated = Json.objects(spec.path("tolerations"))
                .anyMatch(toleration -> List.of(taint, "").contains(Json.text(toleration, "key"))
                        && List.of("NoExecute", "").contains(Json.text(toleration, "effect")));
        if (!tolerated) {
            Json.list(spec, "tolerations")
                    .addObject()
                    .put("key", taint)
                    .put("operator", "Exists")
                    .put("effect", "NoExecute")
                    .put("tolerationSeconds", DEFAULT_TOLERATION_SECONDS);
        }
    }
}
