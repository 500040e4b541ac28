package dev.edgewise.global.manifests;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.global.cluster.PodShape;
import dev.edgewise.global.model.Problem;
import dev.edgewise.kubernetes.requests.PodRequests;
import io.fabric8.kubernetes.api.model.Pod;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pods that manifests make at once. */
public final class PodShapes {
    private static final ObjectMapper JSON =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    private static final BigDecimal MOST_BYTES = BigDecimal.valueOf(1L << 60);

    /**
     * The pods, or why they cannot be read.
     *
     * @param shapes one for each size of pods; empty if the manifests make none
     */
    public record Result(List<PodShape> shapes, List<Problem> problems) {
        public Result {
            shapes = List.copyOf(shapes);
            problems = List.copyOf(problems);
        }
    }

    private PodShapes() {}

    /**
     * Returns the pods of all objects, those of one size together. A DaemonSet counts as one pod: how many nodes it
     * takes is the member's to know.
     */
    public static Result of(List<Manifest> objects) {
        Map<PodShape, Integer> counts = new LinkedHashMap<>();
        Problems problems = new Problems();
        for (Manifest object : objects) {
            JsonNode template = PodTemplates.of(object, object.tree());
            int count = count(object);
            if (PodTemplates.runsPods(object) && count > 0) {
                try {
                    counts.merge(shape(template), count, (one, more) ->
                            (int) Math.min((long) one + more, Integer.MAX_VALUE));
                } catch (JsonProcessingException | IllegalArgumentException invalid) {
                    problems.add(
                            object.field() + ".spec", object.title() + ", " + message(invalid), "a readable pod spec");
                }
            }
        }
        List<PodShape> shapes = new ArrayList<>();
        counts.forEach((one, count) -> shapes.add(one.of(count)));
        return new Result(shapes, problems.list());
    }

    private static String message(Exception invalid) {
        return invalid instanceof JsonProcessingException json
                ? json.getOriginalMessage()
                : String.valueOf(invalid.getMessage());
    }

    static int count(Manifest object) {
        JsonNode spec = object.tree().path("spec");
        return switch (object.kind()) {
            case "Deployment", "StatefulSet", "ReplicaSet", "ReplicationController" ->
                spec.path("replicas").asInt(1);
            case "Job" -> parallel(spec);
            case "CronJob" ->
                spec.path("suspend").asBoolean(false)
                        ? 0
                        : parallel(spec.path("jobTemplate").path("spec"));
            default -> 1;
        };
    }

    private static int parallel(JsonNode job) {
        int parallelism = job.path("parallelism").asInt(1);
        return job.path("suspend").asBoolean(false)
                ? 0
                : Math.min(parallelism, job.path("completions").asInt(parallelism));
    }

    private static PodShape shape(JsonNode template) throws JsonProcessingException {
        JsonNode spec = template.path("spec");
        if (!spec.isObject()
                || !spec.path("containers").isArray()
                || spec.path("containers").isEmpty()) {
            throw new IllegalArgumentException("it has no containers");
        }
        ObjectNode pod = ((ObjectNode) spec).objectNode();
        ObjectNode copy = spec.deepCopy();
        limitsAreRequests(copy.path("containers"));
        limitsAreRequests(copy.path("initContainers"));
        pod.set("spec", copy);
        Map<String, String> requests = PodRequests.of(JSON.treeToValue(pod, Pod.class));
        String cpu = requests.getOrDefault("cpu", "0m");
        return new PodShape(
                1,
                Long.parseLong(cpu.substring(0, cpu.length() - 1)),
                bytes(requests.get("memory")),
                gpus(requests.get(PodShape.GPU)));
    }

    private static long bytes(@Nullable String amount) {
        return amount == null ? 0 : new BigDecimal(amount).min(MOST_BYTES).longValue();
    }

    private static int gpus(@Nullable String amount) {
        return amount == null
                ? 0
                : new BigDecimal(amount)
                        .min(BigDecimal.valueOf(Integer.MAX_VALUE))
                        .intValue();
    }

    /** Requests that are missing are those of the limits, as the API server sets them. */
    private static void limitsAreRequests(JsonNode containers) {
        for (JsonNode container : containers) {
            JsonNode limits = container.path("resources").path("limits");
            if (container.path("resources") instanceof ObjectNode resources && limits.isObject()) {
                ObjectNode requests = resources.path("requests") instanceof ObjectNode given
                        ? given
                        : resources.putObject("requests");
                limits.properties().forEach(limit -> {
                    if (!requests.has(limit.getKey())) {
                        requests.set(limit.getKey(), limit.getValue());
                    }
                });
            }
        }
    }
}
