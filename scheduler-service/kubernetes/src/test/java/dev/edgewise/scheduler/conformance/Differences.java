package dev.edgewise.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.scheduler.conformance.Vectors.Vector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Lists where an answer of {@code explain} differs from kube-scheduler's. */
final class Differences {
    private Differences() {}

    static List<String> of(Vector vector, JsonNode answer) {
        Map<String, JsonNode> nodes = new TreeMap<>();
        answer.get("nodes").forEach(node -> nodes.put(node.get("node").asText(), node));
        List<String> differences = new ArrayList<>();
        feasibility(vector, nodes, differences);
        if (differences.isEmpty() && !vector.agreesWithDocumentation(feasible(nodes))) {
            scores(vector, nodes, differences);
            Set<String> best = vector.best();
            if (!best.isEmpty() && !best.contains(answer.get("node").asText())) {
                differences.add(vector.id() + ": expected one of " + best + " but was " + answer.get("node"));
            }
        }
        return differences;
    }

    private static void feasibility(Vector vector, Map<String, JsonNode> nodes, List<String> differences) {
        Set<String> feasible = feasible(nodes);
        if (vector.untried() ? feasible.isEmpty() : vector.agrees(feasible)) {
            return;
        }
        Set<String> expected = vector.untried() ? Set.of() : vector.feasible();
        List<String> disputed = nodes.values().stream()
                .filter(node -> expected.contains(node.get("node").asText())
                        != node.get("feasible").asBoolean())
                .map(node -> node.get("node").asText() + ' ' + node.get("rejections"))
                .toList();
        differences.add(vector.id() + ": expected " + expected + " but was " + feasible + ", disputed " + disputed);
    }

    private static Set<String> feasible(Map<String, JsonNode> nodes) {
        Set<String> feasible = new TreeSet<>();
        nodes.forEach((name, node) -> {
            if (node.get("feasible").asBoolean()) {
                feasible.add(name);
            }
        });
        return feasible;
    }

    /** A value may be one point of kube-scheduler's hundred away: it rounds. */
    private static void scores(Vector vector, Map<String, JsonNode> nodes, List<String> differences) {
        vector.scores()
                .forEach((score, points) -> points.forEach((node, point) -> {
                    JsonNode part = part(nodes.get(node), score);
                    if (part == null
                            || Math.abs(100 * part.get("value").asDouble()
                                            - point / part.get("weight").asDouble())
                                    > 1) {
                        differences.add(
                                vector.id() + ' ' + score + ' ' + node + ": expected " + point + " but was " + part);
                    }
                }));
    }

    private static JsonNode part(JsonNode node, String score) {
        if (node != null) {
            for (JsonNode part : node.get("scores")) {
                if (part.get("score").asText().equals(score)) {
                    return part;
                }
            }
        }
        return null;
    }
}
