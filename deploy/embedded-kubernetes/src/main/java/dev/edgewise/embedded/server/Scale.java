package dev.edgewise.embedded.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.store.Json;
import dev.edgewise.embedded.store.StoredObject;

/** The {@code scale} subresource of workloads. */
final class Scale {
    private Scale() {}

    static boolean applies(StoredObject object) {
        return object.json().path("spec").has("replicas");
    }

    static ObjectNode of(StoredObject object) {
        ObjectNode scale = Json.object().put("kind", "Scale").put("apiVersion", "autoscaling/v1");
        ObjectNode metadata = Json.metadata(scale);
        for (String field : new String[] {"name", "namespace", "uid", "resourceVersion", "creationTimestamp"}) {
            Json.copyField(object.metadata(), metadata, field);
        }
        scale.putObject("spec").set("replicas", Json.at(object.json(), "spec", "replicas"));
        scale.putObject("status")
                .put("replicas", Json.at(object.json(), "status", "replicas").asInt());
        return scale;
    }

    /**
     * Scale object for patches: it also has the owner of the replicas, so that a patch can test it.
     *
     * @param owner field manager; empty if it is unknown
     */
    static ObjectNode owned(StoredObject object, String owner) {
        ObjectNode scale = of(object);
        if (!owner.isEmpty()) {
            Json.list(Json.metadata(scale), "managedFields")
                    .addObject()
                    .put("manager", owner)
                    .put("operation", "Update")
                    .put("subresource", "scale");
        }
        return scale;
    }

    /** The object with the replicas that the scale asks for. */
    static ObjectNode into(StoredObject object, ObjectNode scale) {
        ObjectNode copy = object.copy();
        Json.child(copy, "spec")
                .put("replicas", Json.at(scale, "spec", "replicas").asInt());
        Json.copyField(scale.path("metadata"), Json.metadata(copy), "resourceVersion");
        return copy;
    }
}
