package dev.edgewise.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/** The decisions of the real kube-scheduler v1.36, recorded on a real API server: see README.md beside the file. */
public final class Vectors {
    private static final List<String> FILES =
            List.of("/conformance/kube-scheduler-v1.36.json.gz", "/conformance/kube-scheduler-v1.36-b.json.gz");

    private Vectors() {}

    /** A cluster and the pods that were tried in it, each alone. */
    public record Scenario(String id, JsonNode objects, List<Vector> vectors) {
        /** The recorded objects of a kind, none where the scenario has none. */
        public List<JsonNode> all(String kind) {
            List<JsonNode> all = new ArrayList<>();
            objects.path(kind).forEach(all::add);
            return all;
        }
    }

    /**
     * One pod's golden answer.
     *
     * @param feasible null if kube-scheduler does not try the pod (gated, held), or gives up on it as a whole (error)
     * @param documented the answer by the API's documentation where the recorded one is a slip, else null
     * @param reasons nodes by first failing filter; a null count means all of them
     * @param scores points by score and node, already times the weight
     * @param best the nodes of which kube-scheduler takes one; empty if no scores were recorded
     */
    public record Vector(
            String id,
            JsonNode pod,
            Set<String> feasible,
            Set<String> documented,
            Map<String, Integer> reasons,
            Map<String, Map<String, Integer>> scores,
            Set<String> best) {
        /** Whether no node is ever looked at. */
        boolean untried() {
            return feasible == null;
        }

        /** Whether the answer is right in another way than the recorded one, so that scores and choice may differ. */
        boolean agreesWithDocumentation(Set<String> answer) {
            return answer.equals(documented) && !answer.equals(feasible);
        }

        boolean agrees(Set<String> answer) {
            return answer.equals(feasible) || answer.equals(documented);
        }
    }

    /** Every recorded scenario of both data sets. */
    static List<Scenario> load() {
        return FILES.stream().flatMap(file -> read(file).stream()).toList();
    }

    private static List<Scenario> read(String file) {
        try (InputStream in = new GZIPInputStream(
                Objects.requireNonNull(Vectors.class.getResourceAsStream(file), "vectors are missing: " + file))) {
            List<Scenario> scenarios = new ArrayList<>();
            for (JsonNode scenario : new ObjectMapper().readTree(in).get("scenarios")) {
                scenarios.add(scenario(scenario));
            }
            return scenarios;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Scenario scenario(JsonNode json) {
        List<Vector> vectors = new ArrayList<>();
        json.get("vectors").forEach(vector -> vectors.add(vector(vector)));
        return new Scenario(json.get("id").asText(), json.get("objects"), vectors);
    }

    private static Vector vector(JsonNode json) {
        Map<String, Map<String, Integer>> scores = scores(json.get("scores"));
        Set<String> best = names(json.get("best"));
        return new Vector(
                json.get("id").asText(),
                json.get("pod"),
                names(json.get("feasible")),
                names(json.get("documented")),
                counts(json.get("reasons")),
                scores,
                best == null ? best(scores) : best);
    }

    private static Set<String> best(Map<String, Map<String, Integer>> scores) {
        Map<String, Integer> totals = new HashMap<>();
        scores.values().forEach(points -> points.forEach((node, point) -> totals.merge(node, point, Integer::sum)));
        int most = totals.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        return totals.entrySet().stream()
                .filter(total -> total.getValue() == most)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> names(JsonNode json) {
        if (json == null || json.isNull()) {
            return null;
        }
        Set<String> names = new TreeSet<>();
        json.forEach(name -> names.add(name.asText()));
        return names;
    }

    private static Map<String, Integer> counts(JsonNode json) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        if (json != null) {
            json.properties()
                    .forEach(
                            count -> counts.put(count.getKey(), count.getValue().asInt(-1)));
        }
        return counts;
    }

    private static Map<String, Map<String, Integer>> scores(JsonNode json) {
        Map<String, Map<String, Integer>> scores = new LinkedHashMap<>();
        if (json != null) {
            json.properties().forEach(score -> scores.put(score.getKey(), counts(score.getValue())));
        }
        return scores;
    }
}
