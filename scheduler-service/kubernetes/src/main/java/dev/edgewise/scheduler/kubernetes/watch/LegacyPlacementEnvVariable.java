package dev.edgewise.scheduler.kubernetes.watch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.common.Names;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The variable {@code gschConfig} of a pod's first container, by which the prototype of the global scheduler says how
 * to place the pod. It is read as the annotations that say the same; an annotation that the pod has counts more. What
 * is no JSON, or for the global level, says nothing.
 */
public final class LegacyPlacementEnvVariable {
    public static final String NAME = "gschConfig";

    private static final int LONGEST = 1024;
    private static final ObjectMapper JSON = new ObjectMapper();

    private LegacyPlacementEnvVariable() {}

    /** Returns the pod's annotations with those that the variable stands for; null if there are none. */
    static @Nullable Map<String, String> withAnnotations(Pod pod) {
        Map<String, String> annotations = pod.getMetadata().getAnnotations();
        String value = value(pod);
        if (value == null) {
            return annotations;
        }
        Map<String, String> all = new HashMap<>(annotations == null ? Map.of() : annotations);
        read(value).forEach(all::putIfAbsent);
        return all;
    }

    private static @Nullable String value(Pod pod) {
        if (pod.getSpec() == null
                || !BuiltInProfiles.GRIFFIN_SCHEDULER.equals(pod.getSpec().getSchedulerName())
                || pod.getSpec().getContainers() == null
                || pod.getSpec().getContainers().isEmpty()
                || pod.getSpec().getContainers().get(0) == null) {
            return null;
        }
        return Objects.requireNonNullElse(pod.getSpec().getContainers().get(0).getEnv(), List.<EnvVar>of()).stream()
                .filter(variable -> variable != null && NAME.equals(variable.getName()))
                .map(EnvVar::getValue)
                .filter(value -> value != null && value.length() <= LONGEST)
                .findFirst()
                .orElse(null);
    }

    private static Map<String, String> read(String value) {
        JsonNode config;
        try {
            config = JSON.readTree(value);
        } catch (JsonProcessingException noJson) {
            return Map.of();
        }
        if (config.path("scope").asText("local").equals("global")) {
            return Map.of();
        }
        return switch (config.path("priority").asText()) {
            case "GLowLatencyPriority" ->
                Map.of(
                        Names.PLACEMENT_ANNOTATION,
                        "low-latency",
                        Names.SOURCE_NODE_ANNOTATION,
                        config.path("option").path("source_node").asText(""));
            case "GMostRequestedPriority" -> Map.of(Names.PLACEMENT_ANNOTATION, "most-available");
            default -> Map.of();
        };
    }
}
