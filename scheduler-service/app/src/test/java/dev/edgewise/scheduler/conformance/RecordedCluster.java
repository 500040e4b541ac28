package dev.edgewise.scheduler.conformance;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.edgewise.scheduler.acceptance.RealApi;
import dev.edgewise.scheduler.conformance.Vectors.Scenario;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Puts a recorded cluster into a real API server, object by object, and takes it out again. Namespaces, priority and
 * runtime classes are the same in all of them and stay until {@link #close}.
 */
final class RecordedCluster implements AutoCloseable {
    private static final String CORE = "/api/v1/";
    private static final String STORAGE = "/apis/storage.k8s.io/v1/";
    private static final String DEVICES = "/apis/resource.k8s.io/v1/";
    private static final String APPS = "/apis/apps/v1/";
    private static final Map<String, String> CLUSTER_WIDE = Map.ofEntries(
            entry("namespaces", CORE + "namespaces"),
            entry("nodes", CORE + "nodes"),
            entry("persistentVolumes", CORE + "persistentvolumes"),
            entry("storageClasses", STORAGE + "storageclasses"),
            entry("csiNodes", STORAGE + "csinodes"),
            entry("csiDrivers", STORAGE + "csidrivers"),
            entry("volumeAttachments", STORAGE + "volumeattachments"),
            entry("volumeAttributesClasses", STORAGE + "volumeattributesclasses"),
            entry("deviceClasses", DEVICES + "deviceclasses"),
            entry("priorityClasses", "/apis/scheduling.k8s.io/v1/priorityclasses"),
            entry("runtimeClasses", "/apis/node.k8s.io/v1/runtimeclasses"));
    private static final Map<String, String> NAMESPACED = Map.of(
            "pods", CORE + "namespaces/%s/pods",
            "persistentVolumeClaims", CORE + "namespaces/%s/persistentvolumeclaims",
            "csiStorageCapacities", STORAGE + "namespaces/%s/csistoragecapacities",
            "resourceClaims", DEVICES + "namespaces/%s/resourceclaims",
            "services", CORE + "namespaces/%s/services",
            "replicationControllers", CORE + "namespaces/%s/replicationcontrollers",
            "replicaSets", APPS + "namespaces/%s/replicasets",
            "statefulSets", APPS + "namespaces/%s/statefulsets");

    private final RealApi api;
    private final Collection<String> lasting = new ConcurrentLinkedDeque<>();
    private final Collection<String> created = new ConcurrentLinkedDeque<>();
    private final Map<String, String> uids = new ConcurrentHashMap<>();

    RecordedCluster(RealApi api) {
        this.api = api;
    }

    /** Returns after the last write was answered. */
    void build(Scenario scenario) {
        for (String kind : List.of("namespaces", "priorityClasses", "runtimeClasses")) {
            api.each(scenario.all(kind), object -> last(kind, object));
        }
        for (String kind : List.of("nodes", "storageClasses", "csiDrivers", "csiNodes", "persistentVolumeClaims")) {
            api.each(scenario.all(kind), object -> create(kind, object));
        }
        for (String kind : List.of("deviceClasses", "resourceClaims", "volumeAttributesClasses")) {
            api.each(scenario.all(kind), object -> create(kind, object));
        }
        for (String kind : List.of("services", "replicationControllers", "replicaSets", "statefulSets")) {
            api.each(scenario.all(kind), object -> create(kind, object));
        }
        for (String kind : List.of("persistentVolumes", "volumeAttachments", "csiStorageCapacities", "pods")) {
            api.each(scenario.all(kind), object -> create(kind, object));
        }
    }

    /** Removes what {@link #build} created. */
    void clear() {
        api.each(List.copyOf(created), api::remove);
        created.clear();
        uids.clear();
    }

    @Override
    public void close() {
        clear();
        api.each(List.copyOf(lasting), api::remove);
        api.replace(CORE + "namespaces/default", namespace("default", object()));
    }

    private void last(String kind, JsonNode object) {
        String collection = collection(kind, object);
        String path = collection + '/' + name(object);
        if (!lasting.contains(path)) {
            api.ensure(collection, object);
            if (!name(object).equals("default")) {
                lasting.add(path);
            }
        }
        if (kind.equals("namespaces")) {
            api.replace(path, namespace(name(object), object.at("/metadata/labels")));
        }
    }

    private void create(String kind, JsonNode recorded) {
        String collection = collection(kind, recorded);
        String path = collection + '/' + name(recorded);
        JsonNode answer = api.create(collection, asCreated(kind, recorded));
        created.add(path);
        if (recorded.at("/metadata").has("uid")) {
            uids.put(
                    recorded.at("/metadata/uid").asText(),
                    answer.at("/metadata/uid").asText());
        }
        if (kind.equals("nodes")) {
            // Admission gives a new node a taint until it is ready.
            api.merge(path, object().set("spec", object().set("taints", recorded.at("/spec/taints"))));
        } else if (recorded.has("status") && !recorded.get("status").equals(answer.get("status"))) {
            api.merge(path + "/status", object().set("status", recorded.get("status")));
        }
        if (recorded.at("/metadata").has("deletionTimestamp")) {
            api.delete(path);
        }
    }

    /** Returns the object to be sent to get the recorded one back. */
    private JsonNode asCreated(String kind, JsonNode recorded) {
        ObjectNode object = recorded.deepCopy();
        ObjectNode metadata = (ObjectNode) object.get("metadata");
        metadata.remove(List.of("uid", "deletionTimestamp"));
        if (kind.equals("pods")) {
            ObjectNode spec = (ObjectNode) object.get("spec");
            // Else admission adds a volume with a token.
            spec.put("automountServiceAccountToken", false);
        }
        if (object.at("/spec/claimRef").has("uid")) {
            ObjectNode claim = (ObjectNode) object.at("/spec/claimRef");
            claim.set(
                    "uid",
                    TextNode.valueOf(uids.getOrDefault(
                            claim.get("uid").asText(), claim.get("uid").asText())));
        }
        return object;
    }

    private static JsonNode namespace(String name, JsonNode labels) {
        ObjectNode metadata = object().put("name", name);
        metadata.set("labels", labels);
        return object().put("apiVersion", "v1").put("kind", "Namespace").set("metadata", metadata);
    }

    private static String collection(String kind, JsonNode object) {
        return NAMESPACED.containsKey(kind)
                ? NAMESPACED
                        .get(kind)
                        .formatted(object.at("/metadata/namespace").asText())
                : CLUSTER_WIDE.get(kind);
    }

    private static String name(JsonNode object) {
        return object.at("/metadata/name").asText();
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
