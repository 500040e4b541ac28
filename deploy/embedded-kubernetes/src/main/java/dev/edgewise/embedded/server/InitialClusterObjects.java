package dev.edgewise.embedded.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.store.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Objects that exist in every cluster from the start. */
final class InitialClusterObjects {
    private InitialClusterObjects() {}

    /** Objects by API version and resource name, in the order of creation. */
    static Map<List<String>, List<ObjectNode>> objects() {
        Map<List<String>, List<ObjectNode>> objects = new LinkedHashMap<>();
        objects.put(
                List.of("v1", "namespaces"),
                Stream.of("default", "kube-system", "kube-public", "kube-node-lease")
                        .map(InitialClusterObjects::named)
                        .toList());
        objects.put(
                List.of("scheduling.k8s.io/v1", "priorityclasses"),
                List.of(
                        named("system-cluster-critical").put("value", 2_000_000_000),
                        named("system-node-critical").put("value", 2_000_001_000)));
        return objects;
    }

    private static ObjectNode named(String name) {
        ObjectNode object = Json.object();
        Json.metadata(object).put("name", name);
        return object;
    }
}
