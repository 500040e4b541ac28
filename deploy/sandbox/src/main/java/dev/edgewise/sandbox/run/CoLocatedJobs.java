package dev.edgewise.sandbox.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The jobs that share a node with another one, by the slots that their Scheduling names. */
final class CoLocatedJobs {
    private CoLocatedJobs() {}

    /**
     * Returns the other jobs that have a slot on a node of the job; none if its Scheduling names no slots.
     *
     * @param schedulings as {@code GET /api/v1/slots/schedulings} lists them
     * @param testbeds as {@code GET /api/v1/slots/testbeds} lists them
     */
    static Set<String> beside(String job, List<JsonNode> schedulings, List<JsonNode> testbeds) {
        for (JsonNode scheduling : schedulings) {
            Map<String, List<Integer>> slots = slots(scheduling);
            if (slots.containsKey(job) && !hasEnded(job, scheduling)) {
                return beside(job, slots, nodes(scheduling.path("testbed").asText(), testbeds));
            }
        }
        return Set.of();
    }

    /** Returns the slots of each job that a Scheduling names; none for a queue. */
    static Map<String, List<Integer>> slots(JsonNode scheduling) {
        Map<String, List<Integer>> slots = new HashMap<>();
        scheduling.path("slots").path("jobs").forEach(job -> {
            List<Integer> positions = new ArrayList<>();
            job.path("slots").forEach(position -> positions.add(position.asInt()));
            slots.put(job.path("name").asText(), positions);
        });
        return slots;
    }

    private static boolean hasEnded(String job, JsonNode scheduling) {
        for (JsonNode progress : scheduling.path("jobs")) {
            if (progress.path("job").asText().equals(job)) {
                String stage = progress.path("stage").asText();
                return stage.equals("COMPLETED") || stage.equals("FAILED");
            }
        }
        return false;
    }

    private static Map<Integer, String> nodes(String name, List<JsonNode> testbeds) {
        Map<Integer, String> nodes = new HashMap<>();
        testbeds.stream()
                .filter(testbed -> testbed.path("name").asText().equals(name))
                .forEach(testbed -> testbed.path("slots")
                        .forEach(slot -> nodes.put(
                                slot.path("position").asInt(), slot.path("node").asText())));
        return nodes;
    }

    private static Set<String> beside(String job, Map<String, List<Integer>> slots, Map<Integer, String> nodes) {
        Set<String> own = new HashSet<>();
        slots.getOrDefault(job, List.of()).forEach(position -> own.add(nodes.getOrDefault(position, "")));
        Set<String> beside = new HashSet<>();
        slots.forEach((other, positions) -> {
            if (!other.equals(job)
                    && positions.stream().anyMatch(position -> own.contains(nodes.getOrDefault(position, "none")))) {
                beside.add(other);
            }
        });
        return beside;
    }
}
