package dev.edgewise.embedded.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.patch.MergeKeys;
import dev.edgewise.embedded.store.ApiException;
import dev.edgewise.embedded.store.Json;
import dev.edgewise.embedded.store.ObjectStore;
import dev.edgewise.embedded.store.StoredObject;
import java.time.Clock;

/** {@code POST pods/NAME/binding}: the one way to give a pod its node, once. */
public final class Binding {
    private final ObjectStore store;
    private final Clock clock;

    public Binding(ObjectStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    public void bind(StoredObject pod, ObjectNode binding) {
        String node = Json.text(binding, "target", "name");
        String kind = Json.text(binding, "target", "kind");
        if (node.isEmpty()) {
            throw ApiException.invalid(pod.type(), pod.name(), "target.name", "Required value");
        }
        if (!kind.isEmpty() && !kind.equals("Node")) {
            throw ApiException.invalid(
                    pod.type(), pod.name(), "target.kind", "Unsupported value: \"" + kind + "\": allowed is Node");
        }
        checkBindable(pod, Json.text(binding, "metadata", "uid"));
        ObjectNode bound = pod.copy();
        Json.child(bound, "spec").put("nodeName", node);
        binding.path("metadata").path("annotations").properties().forEach(annotation -> Json.child(
                        Json.metadata(bound), "annotations")
                .set(annotation.getKey(), annotation.getValue()));
        markScheduled(Json.child(bound, "status"));
        store.put(pod.type(), bound);
    }

    private static void checkBindable(StoredObject pod, String uid) {
        if (!uid.isEmpty() && !uid.equals(pod.uid())) {
            throw refusal(
                    pod,
                    "Precondition failed: UID in precondition: %s, UID in object meta: %s".formatted(uid, pod.uid()));
        }
        if (pod.isBeingDeleted()) {
            throw refusal(pod, "pod %s is being deleted, cannot be assigned to a host".formatted(pod.name()));
        }
        String node = Json.text(pod.json(), "spec", "nodeName");
        if (!node.isEmpty()) {
            throw refusal(pod, "pod %s is already assigned to node \"%s\"".formatted(pod.name(), node));
        }
        if (!Json.at(pod.json(), "spec", "schedulingGates").isEmpty()) {
            throw refusal(pod, "pod %s has non-empty .spec.schedulingGates".formatted(pod.name()));
        }
    }

    private static ApiException refusal(StoredObject pod, String why) {
        return ApiException.conflict(pod.type(), "binding", pod.name(), why);
    }

    private void markScheduled(ObjectNode status) {
        MergeKeys.remove(Json.list(status, "conditions"), "type", Json.object().put("type", "PodScheduled"));
        Json.list(status, "conditions")
                .addObject()
                .put("type", "PodScheduled")
                .put("status", "True")
                .put("lastTransitionTime", Json.time(clock.instant()));
    }
}
