package dev.edgewise.sandbox.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintStream;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The moves of function-offloader, each shown when it has ended. */
final class MoveDisplay {
    private final URI address;
    private final PrintStream out;
    private final long start = System.nanoTime();
    /** Results by the pod that left and the moment when it began. */
    private final Map<String, String> ended = new LinkedHashMap<>();

    MoveDisplay(URI offloader, PrintStream out) {
        this.address = offloader.resolve("/api/v1/offloads?limit=200");
        this.out = out;
    }

    /** Prints moves that ended since the last time, and says how many ended how. */
    Map<String, Integer> show() throws InterruptedException {
        ServiceHttpClient.get(address).ifPresent(answer -> answer.path("items").forEach(this::show));
        Map<String, Integer> results = new TreeMap<>();
        ended.values().forEach(result -> results.merge(result, 1, Integer::sum));
        return results;
    }

    private void show(JsonNode move) {
        String result = move.path("result").asText("");
        String key = move.path("pod").asText() + move.path("beganAt").asText();
        if (result.isEmpty() || result.equals("null") || ended.putIfAbsent(key, result) != null) {
            return;
        }
        out.printf(
                Locale.ROOT,
                "%6.1f s  %-9s %s from %s to %s: %s%n",
                (System.nanoTime() - start) / 1e9,
                result,
                move.path("pod").asText(),
                move.path("source").asText(),
                move.path("target").asText(),
                move.path("why").asText());
        out.flush();
    }
}
