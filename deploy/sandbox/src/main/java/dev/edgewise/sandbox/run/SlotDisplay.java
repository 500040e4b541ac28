package dev.edgewise.sandbox.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A line for each node: its slots, and the job in each. */
final class SlotDisplay {
    private final Map<String, Progress.Step> lines = new LinkedHashMap<>();

    SlotDisplay(Progress progress, List<String> nodes) {
        nodes.forEach(node -> lines.put(node, progress.step(node)));
    }

    /** @param testbeds as {@code GET /api/v1/slots/testbeds} lists them */
    void show(List<JsonNode> testbeds) {
        Map<String, String> texts = texts(testbeds);
        lines.forEach((node, line) -> line.update(texts.getOrDefault(node, "no slots")));
    }

    /** Ends the lines, which stay as they are. */
    void close(List<JsonNode> testbeds) {
        Map<String, String> texts = texts(testbeds);
        lines.forEach((node, line) -> line.done(texts.getOrDefault(node, "no slots")));
    }

    static Map<String, String> texts(List<JsonNode> testbeds) {
        Map<String, Map<Integer, String>> byNode = new TreeMap<>();
        for (JsonNode testbed : testbeds) {
            for (JsonNode slot : testbed.path("slots")) {
                byNode.computeIfAbsent(slot.path("node").asText(), none -> new TreeMap<>())
                        .put(slot.path("position").asInt(), text(slot));
            }
        }
        Map<String, String> texts = new TreeMap<>();
        byNode.forEach((node, slots) -> {
            List<String> cells = new ArrayList<>();
            slots.forEach((position, text) -> cells.add("%d %-20s".formatted(position, text)));
            texts.put(node, String.join(" ", cells).stripTrailing());
        });
        return texts;
    }

    private static String text(JsonNode slot) {
        String state = slot.path("state").asText().toLowerCase(Locale.ROOT);
        String job = slot.path("reservedFor").asText("");
        return switch (state) {
            case "occupied" -> "* " + job;
            case "reserved" -> "- " + job;
            default -> state;
        };
    }
}
