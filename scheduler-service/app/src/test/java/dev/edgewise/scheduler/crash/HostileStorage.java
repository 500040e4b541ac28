package dev.edgewise.scheduler.crash;

import static dev.edgewise.scheduler.crash.HostileObjects.key;
import static dev.edgewise.scheduler.crash.HostileObjects.selector;
import static dev.edgewise.scheduler.crash.HostileObjects.text;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Claims, volumes, and what storage drivers write, at the API server's limits. */
final class HostileStorage {
    private static final List<String> ALL_MODES = List.of("ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany");

    static final int CLAIMS = 4;

    private final int unlimited;

    /** @param unlimited how long texts are that the API server does not limit */
    HostileStorage(int unlimited) {
        this.unlimited = unlimited;
    }

    /** Returns a claim that any volume could serve, or that names a volume, a class or a node that cannot exist. */
    Map<String, ?> claim(int variant) {
        Map<String, Object> spec = new HashMap<>(
                Map.of("accessModes", ALL_MODES, "resources", Map.of("requests", Map.of("storage", "7E"))));
        switch (variant) {
            case 1 -> spec.put("volumeName", text(unlimited));
            case 2 -> {
                return noted("volume.beta.kubernetes.io/storage-class", spec);
            }
            case 3 -> {
                return noted("volume.kubernetes.io/selected-node", spec);
            }
            default -> spec.put("selector", selector(300));
        }
        return Map.of("spec", spec);
    }

    private Map<String, ?> noted(String annotation, Map<String, ?> spec) {
        return Map.of("metadata", Map.of("annotations", Map.of(annotation, text(unlimited))), "spec", spec);
    }

    Map<String, ?> volume() {
        return Map.of(
                "spec",
                Map.of(
                        "capacity",
                        Map.of("storage", "1m"),
                        "accessModes",
                        List.of("ReadWriteOnce"),
                        "csi",
                        csi(),
                        "nodeAffinity",
                        Map.of("required", Map.of("nodeSelectorTerms", terms()))));
    }

    Map<String, ?> storageClass() {
        return Map.of("provisioner", "hostile.example", "parameters", Map.of(text(unlimited), "x"));
    }

    Map<String, ?> csiNode() {
        List<?> drivers = IntStream.range(0, 300)
                .mapToObj(i -> Map.of(
                        "name",
                        "d" + i + ".example",
                        "nodeID",
                        "n".repeat(192),
                        "topologyKeys",
                        List.of(key(i)),
                        "allocatable",
                        Map.of("count", Integer.MAX_VALUE)))
                .toList();
        return Map.of("spec", Map.of("drivers", drivers));
    }

    Map<String, ?> attachment() {
        return Map.of(
                "spec",
                Map.of(
                        "attacher",
                        "hostile.example",
                        "nodeName",
                        "nowhere",
                        "source",
                        Map.of("inlineVolumeSpec", Map.of("accessModes", ALL_MODES, "csi", csi()))));
    }

    Map<String, ?> capacity() {
        return Map.of("storageClassName", "c", "capacity", "9223372036854775807", "nodeTopology", selector(300));
    }

    private Map<String, ?> csi() {
        return Map.of(
                "driver",
                "hostile.example",
                "volumeHandle",
                text(unlimited),
                "volumeAttributes",
                Map.of(text(unlimited), "x"));
    }

    private static List<?> terms() {
        return IntStream.range(0, 300)
                .mapToObj(i -> Map.of(
                        "matchExpressions", List.of(Map.of("key", key(i), "operator", "In", "values", List.of("a")))))
                .toList();
    }
}
