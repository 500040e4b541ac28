package dev.edgewise.scheduler.crash;

import static dev.edgewise.scheduler.crash.HostileObjects.key;
import static dev.edgewise.scheduler.crash.HostileObjects.labels;
import static dev.edgewise.scheduler.crash.HostileObjects.resource;
import static dev.edgewise.scheduler.crash.HostileObjects.selector;
import static dev.edgewise.scheduler.crash.HostileObjects.text;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Specs of pods at the API server's limits. Three of four wait for us, the others for nobody; none can be placed. */
final class HostilePods {
    static final int SPECS = 11;
    static final String HIGHEST = "hostile-highest";
    static final String LOWEST = "hostile-lowest";
    private static final String LARGEST = "9223372036854775807";

    private final int unlimited;

    HostilePods(int unlimited) {
        this.unlimited = unlimited;
    }

    Map<String, ?> spec(int variant) {
        Map<String, Object> spec = new HashMap<>(plain());
        spec.put("schedulerName", variant % 4 != 3 ? "edgewise" : "nobody");
        spec.put("nodeSelector", Map.of("hostile", "nowhere"));
        switch (variant) {
            case 0, 1 -> container(spec, "env", List.of(Map.of("name", text(unlimited), "value", "x")));
            case 2 -> container(spec, "resources", resources());
            case 3 -> container(spec, "image", text(unlimited));
            case 4 -> spec.put("tolerations", many(1_000, i -> Map.of("key", key(i), "operator", "Exists")));
            case 5 ->
                spec.put(
                        "volumes",
                        List.of(Map.of(
                                "name",
                                "v",
                                "csi",
                                Map.of("driver", "a.b", "volumeAttributes", Map.of(text(unlimited), "x")))));
            case 6 -> spec.put("affinity", affinity());
            case 7 -> spec.put("nodeName", "nowhere");
            case 8 -> spec.put("priorityClassName", HIGHEST);
            case 9 -> spec.put("priorityClassName", LOWEST);
            default -> {
                spec.put("topologySpreadConstraints", many(100, HostilePods::spread));
                spec.put("nodeSelector", labels(300));
            }
        }
        return spec;
    }

    Map<String, ?> plain() {
        return Map.of("automountServiceAccountToken", false, "containers", List.of(Map.of("name", "c", "image", "i")));
    }

    private static void container(Map<String, Object> spec, String field, Object value) {
        Map<String, Object> container = new HashMap<>(Map.of("name", "c", "image", "i"));
        container.put(field, value);
        spec.put("containers", List.of(container));
    }

    private static Map<String, ?> resources() {
        Map<String, String> requests =
                new HashMap<>(Map.of("cpu", LARGEST, "memory", LARGEST, "ephemeral-storage", "1e18"));
        Map<String, String> limits = new HashMap<>();
        for (int i = 0; i < 100; i++) {
            requests.put(resource(i), "1000000000");
            limits.put(resource(i), "1000000000");
        }
        return Map.of("requests", requests, "limits", limits);
    }

    private static Map<String, ?> affinity() {
        List<?> terms = many(
                100, i -> Map.of("topologyKey", key(i), "labelSelector", selector(3), "namespaces", List.of("a", "b")));
        List<?> preferred = many(
                100,
                i -> Map.of(
                        "weight", 100, "podAffinityTerm", Map.of("topologyKey", key(i), "labelSelector", selector(3))));
        return Map.of(
                "podAntiAffinity",
                Map.of(
                        "requiredDuringSchedulingIgnoredDuringExecution",
                        terms,
                        "preferredDuringSchedulingIgnoredDuringExecution",
                        preferred));
    }

    private static Map<String, ?> spread(int number) {
        return Map.of(
                "maxSkew",
                Integer.MAX_VALUE,
                "topologyKey",
                key(number),
                "whenUnsatisfiable",
                "DoNotSchedule",
                "labelSelector",
                selector(3));
    }

    private static <T> List<T> many(int count, IntFunction<T> each) {
        return IntStream.range(0, count).mapToObj(each).toList();
    }
}
