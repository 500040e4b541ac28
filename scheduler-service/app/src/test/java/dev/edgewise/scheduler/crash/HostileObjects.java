package dev.edgewise.scheduler.crash;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Objects that the API server accepts and no sane user writes: at its limits, or beyond what others take for a limit.
 */
final class HostileObjects {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** The length of an environment variable, an owner's uid and a volume attribute: the API server sets no limit. */
    private static final int UNLIMITED = 70_000;
    /** More objects than a round has. */
    private static final int ROUND = 10_000_000;

    private final String prefix;
    private final HostilePods pods;
    private final List<IntFunction<Hostile>> kinds;

    /**
     * An object and its collection.
     *
     * @param collection path of its collection
     */
    record Hostile(String collection, String name, JsonNode json) {
        String path() {
            return collection + '/' + name;
        }
    }

    HostileObjects(String namespace) {
        this.prefix = namespace;
        this.pods = new HostilePods(UNLIMITED);
        String core = "/api/v1/namespaces/" + namespace;
        String apps = "/apis/apps/v1/namespaces/" + namespace;
        this.kinds = new ArrayList<>();
        for (int i = 0; i < HostilePods.SPECS; i++) {
            int variant = i;
            kinds.add(n -> namespaced(core + "/pods", "v1", "Pod", n, Map.of("spec", pods.spec(variant))));
        }
        kinds.add(n -> global("/api/v1/nodes", "v1", "Node", n, node()));
        kinds.add(n -> global("/api/v1/namespaces", "v1", "Namespace", n, Map.of()));
        kinds.add(n -> namespaced(
                "/apis/policy/v1/namespaces/" + namespace + "/poddisruptionbudgets",
                "policy/v1",
                "PodDisruptionBudget",
                n,
                Map.of("spec", Map.of("selector", selector(300)))));
        kinds.add(n -> namespaced(core + "/services", "v1", "Service", n, service()));
        kinds.add(n -> namespaced(apps + "/replicasets", "apps/v1", "ReplicaSet", n, controller()));
        kinds.add(n -> namespaced(apps + "/statefulsets", "apps/v1", "StatefulSet", n, controller()));
        kinds.add(n -> namespaced(
                core + "/replicationcontrollers", "v1", "ReplicationController", n, replicationController()));
        addStorage(core, namespace);
        addDevices(namespace);
    }

    private void addStorage(String core, String namespace) {
        HostileStorage storage = new HostileStorage(UNLIMITED);
        String group = "/apis/storage.k8s.io/v1";
        String version = "storage.k8s.io/v1";
        for (int i = 0; i < HostileStorage.CLAIMS; i++) {
            int variant = i;
            kinds.add(n -> namespaced(
                    core + "/persistentvolumeclaims", "v1", "PersistentVolumeClaim", n, storage.claim(variant)));
        }
        kinds.add(n -> global("/api/v1/persistentvolumes", "v1", "PersistentVolume", n, storage.volume()));
        kinds.add(n -> global(group + "/storageclasses", version, "StorageClass", n, storage.storageClass()));
        kinds.add(n -> global(group + "/csidrivers", version, "CSIDriver", n, Map.of("spec", Map.of())));
        kinds.add(n -> global(group + "/csinodes", version, "CSINode", n, storage.csiNode()));
        kinds.add(n -> global(group + "/volumeattachments", version, "VolumeAttachment", n, storage.attachment()));
        kinds.add(n -> namespaced(
                group + "/namespaces/" + namespace + "/csistoragecapacities",
                version,
                "CSIStorageCapacity",
                n,
                storage.capacity()));
    }

    private void addDevices(String namespace) {
        String group = "/apis/resource.k8s.io/v1";
        String version = "resource.k8s.io/v1";
        kinds.add(n -> global(group + "/deviceclasses", version, "DeviceClass", n, HostileDevices.deviceClass(n)));
        kinds.add(n -> namespaced(
                group + "/namespaces/" + namespace + "/resourceclaims",
                version,
                "ResourceClaim",
                n,
                HostileDevices.claim()));
    }

    /**
     * Returns an object; kind follows kind.
     *
     * @param round of less than a hundred: each has objects of the same kinds, with other names
     */
    Hostile get(int number, int round) {
        return kinds.get(number % kinds.size()).apply(number + round * ROUND);
    }

    private Hostile namespaced(String collection, String version, String kind, int number, Map<String, ?> rest) {
        return object(collection, version, kind, "hostile-" + number, rest);
    }

    private Hostile global(String collection, String version, String kind, int number, Map<String, ?> rest) {
        return object(collection, version, kind, prefix + "-hostile-" + number, rest);
    }

    private Hostile object(String collection, String version, String kind, String name, Map<String, ?> rest) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("apiVersion", version);
        object.put("kind", kind);
        object.putAll(rest);
        Map<String, Object> metadata = new LinkedHashMap<>(metadata(name));
        if (rest.get("metadata") instanceof Map<?, ?> other) {
            other.forEach((field, value) -> metadata.put(String.valueOf(field), value));
        }
        object.put("metadata", metadata);
        return new Hostile(collection, name, JSON.valueToTree(object));
    }

    private static Map<String, ?> metadata(String name) {
        Map<String, Object> owner = Map.of(
                "apiVersion",
                "example.com/v1",
                "kind",
                "Owner",
                "name",
                text(10_000),
                "uid",
                text(60_000),
                "controller",
                true);
        return Map.of(
                "name", name,
                "labels", labels(50),
                "annotations",
                        Map.of(
                                "edgewise.dev/bound-by",
                                "0",
                                "edgewise.dev/delay",
                                "p99 ".repeat(1_000),
                                "note",
                                text(20_000)),
                "ownerReferences", List.of(owner));
    }

    private static Map<String, ?> node() {
        List<Map<String, String>> taints = IntStream.range(0, 300)
                .mapToObj(i -> Map.of("key", key(i), "value", "v", "effect", "NoSchedule"))
                .toList();
        return Map.of(
                "spec",
                Map.of("taints", taints),
                "status",
                Map.of(
                        "allocatable",
                        Map.of("cpu", "1e3", "memory", "9223372036854775807", "pods", "1e2", resource(1), "1")));
    }

    private static Map<String, ?> service() {
        return Map.of("spec", Map.of("clusterIP", "None", "selector", labels(300)));
    }

    private Map<String, ?> controller() {
        return Map.of(
                "spec",
                Map.of(
                        "serviceName",
                        "x",
                        "replicas",
                        0,
                        "selector",
                        Map.of("matchLabels", labels(300)),
                        "template",
                        Map.of("metadata", Map.of("labels", labels(300)), "spec", pods.plain())));
    }

    private Map<String, ?> replicationController() {
        return Map.of(
                "spec",
                Map.of(
                        "replicas",
                        0,
                        "selector",
                        labels(300),
                        "template",
                        Map.of("metadata", Map.of("labels", labels(300)), "spec", pods.plain())));
    }

    static Map<String, ?> selector(int size) {
        List<Map<String, ?>> expressions = IntStream.range(0, size)
                .<Map<String, ?>>mapToObj(i -> Map.of("key", key(i), "operator", "NotIn", "values", List.of("a", "b")))
                .toList();
        return Map.of("matchExpressions", expressions, "matchLabels", labels(size));
    }

    static Map<String, String> labels(int size) {
        return IntStream.range(0, size).boxed().collect(Collectors.toMap(HostileObjects::key, i -> "v".repeat(63)));
    }

    /** Returns a label's key of the maximum length: a domain of 253 characters, a name of 63. */
    static String key(int number) {
        String label = "d".repeat(61) + '.';
        return label.repeat(4) + "e/" + "k".repeat(58) + String.format("%05d", number);
    }

    /** A resource's: shorter by the prefix that quotas put before it. */
    static String resource(int number) {
        return key(number).substring("requests.".length());
    }

    static String text(int length) {
        return "A".repeat(length);
    }

    static String change() {
        try {
            return JSON.writeValueAsString(Map.of("metadata", Map.of("annotations", Map.of("note", text(30_000)))));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
