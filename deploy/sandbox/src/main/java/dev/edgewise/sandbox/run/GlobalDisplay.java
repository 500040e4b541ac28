package dev.edgewise.sandbox.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A line for each request: the clusters that were left out, and those in which it was tried. */
final class GlobalDisplay {
    private final Progress progress;
    private final Map<String, Progress.Step> lines = new HashMap<>();

    GlobalDisplay(Progress progress) {
        this.progress = progress;
    }

    /** @param requests as {@code GET /api/v1/requests} lists them */
    void show(List<JsonNode> requests) {
        requests.forEach(request -> line(request).update(text(request, request)));
    }

    /**
     * Ends the line of a request.
     *
     * @param explained as {@code GET .../explain} answers
     */
    void close(JsonNode request, JsonNode explained) {
        String text = text(request, explained);
        if (request.path("phase").asText().equals("Completed")) {
            line(request).done(text);
        } else {
            line(request).failed(text);
        }
    }

    private Progress.Step line(JsonNode request) {
        return lines.computeIfAbsent(request.path("name").asText(), progress::step);
    }

    static String text(JsonNode request, JsonNode explained) {
        List<String> parts = new ArrayList<>();
        Set<String> tried = new HashSet<>();
        int reached = 0;
        for (JsonNode attempt : request.path("attempts")) {
            tried.add(attempt.path("cluster").asText());
            reached = Math.max(reached, attempt.path("level").asInt());
        }
        for (JsonNode level : explained.path("levels")) {
            for (JsonNode cluster : level.path("clusters")) {
                String name = cluster.path("name").asText();
                if (level.path("index").asInt() <= reached && !cluster.hasNonNull("rank") && !tried.contains(name)) {
                    parts.add(name + " left out");
                }
            }
        }
        request.path("attempts").forEach(attempt -> parts.add(text(attempt)));
        return parts.isEmpty() ? request.path("phase").asText().toLowerCase(Locale.ROOT) : String.join(", ", parts);
    }

    private static String text(JsonNode attempt) {
        String phase = attempt.path("phase").asText().toLowerCase(Locale.ROOT);
        String reason = attempt.path("reason").asText("");
        boolean hasFailed = phase.equals("cleaning") || phase.equals("cleaned");
        return attempt.path("cluster").asText() + " " + phase
                + (hasFailed && !reason.isEmpty() ? " (" + reason + ")" : "");
    }
}
