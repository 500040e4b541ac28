package dev.edgewise.scheduler.crash;

import static dev.edgewise.scheduler.crash.HostileObjects.key;
import static dev.edgewise.scheduler.crash.HostileObjects.labels;
import static dev.edgewise.scheduler.crash.HostileObjects.resource;
import static dev.edgewise.scheduler.crash.HostileObjects.selector;
import static dev.edgewise.scheduler.crash.HostileObjects.text;

import dev.edgewise.scheduler.acceptance.RealSite;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Specs of pods at the API server's limits. Three of four name this scheduler, the others one that does not exist; none
 * can be placed.
 */
final class HostilePods {
    static final int SPECS = 15;
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
            case 10 -> {
                spec.put("topologySpreadConstraints", many(100, i -> spread(key(i))));
                spec.put("nodeSelector", labels(300));
            }
            case 12 -> {
                spec.put("topologySpreadConstraints", many(1_000, i -> absent("no-such-label-" + i)));
                spec.remove("nodeSelector");
            }
            case 13 -> {
                // No node offers them; each node would be asked about each.
                container(spec, "resources", unknownNames());
                spec.remove("nodeSelector");
            }
            default -> {
                spec.put("affinity", Map.of("nodeAffinity", nodeAffinity()));
                spec.put("topologySpreadConstraints", List.of(spread(RealSite.SITE)));
                // It would exclude each node before any term is looked at.
                spec.remove("nodeSelector");
            }
        }
        return spec;
    }

    /**
     * A pod that is on a node already and names 1,000 resources that this does not have, which a kubelet admits, and
     * 200 host ports.
     */
    Map<String, ?> on(String node, int number) {
        Map<String, Object> spec = new HashMap<>(plain());
        spec.put("nodeName", node);
        Map<String, Object> container = new HashMap<>(Map.of("name", "c", "image", "i"));
        Map<String, String> names = new HashMap<>();
        for (int i = 0; i < 1_000; i++) {
            names.put("hostile.example.com/p" + number + "-r" + i, "1");
        }
        container.put("resources", Map.of("requests", names, "limits", names));
        container.put("ports", many(200, i -> Map.of("containerPort", 1 + i, "hostPort", 20_000 + 200 * number + i)));
        spec.put("containers", List.of(container));
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

    private static Map<String, ?> unknownNames() {
        Map<String, String> names = new HashMap<>();
        for (int i = 0; i < 1_000; i++) {
            names.put("hostile.example.com/r" + i, "1");
        }
        return Map.of("requests", names, "limits", names);
    }

    private static Map<String, ?> absent(String topologyKey) {
        return Map.of(
                "maxSkew",
                1,
                "topologyKey",
                topologyKey,
                "whenUnsatisfiable",
                "DoNotSchedule",
                "labelSelector",
                Map.of("matchExpressions", List.of(Map.of("key", topologyKey, "operator", "DoesNotExist"))));
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

    /** The most that the scheduler reads. All nodes have the label, none such a value. */
    private static Map<String, ?> nodeAffinity() {
        List<?> terms = many(
                5_000,
                i -> Map.of(
                        "matchExpressions",
                        List.of(Map.of(
                                "key", RealSite.SITE, "operator", i % 2 == 0 ? "In" : "Gt", "values", List.of("0")))));
        return Map.of("requiredDuringSchedulingIgnoredDuringExecution", Map.of("nodeSelectorTerms", terms));
    }

    private static Map<String, ?> spread(String topologyKey) {
        return Map.of(
                "maxSkew",
                Integer.MAX_VALUE,
                "topologyKey",
                topologyKey,
                "whenUnsatisfiable",
                "DoNotSchedule",
                "labelSelector",
                selector(3));
    }

    private static <T> List<T> many(int count, IntFunction<T> each) {
        return IntStream.range(0, count).mapToObj(each).toList();
    }
}
