package dev.edgewise.energy.prometheus;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads what Prometheus answers to an instant query (its HTTP API, {@code /api/v1/query}). */
final class QueryAnswer {
    private QueryAnswer() {}

    /**
     * The samples of an instant vector; one without a number has NaN.
     *
     * @param labels which labels of the series are read
     * @throws IOException if the answer is none; the message says what the server said instead
     */
    static List<Sample> parse(int status, byte[] body, List<String> labels) throws IOException {
        JsonNode answer = json(status, body);
        if (!"success".equals(answer.path("status").asString(""))) {
            throw new IOException("status " + status + ": "
                    + answer.path("errorType").asString("") + " "
                    + answer.path("error").asString("without a word"));
        }
        String type = answer.path("data").path("resultType").asString("");
        if (!type.equals("vector")) {
            throw new IOException("the result is a " + type + ": the query must have an instant vector");
        }
        List<Sample> samples = new ArrayList<>();
        for (JsonNode result : answer.path("data").path("result")) {
            samples.add(sample(result, labels));
        }
        return samples;
    }

    private static JsonNode json(int status, byte[] body) throws IOException {
        try {
            return JsonMapper.shared().readTree(body);
        } catch (JacksonException e) {
            throw new IOException("status " + status + ", and no JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static Sample sample(JsonNode result, List<String> names) {
        Map<String, String> labels = new LinkedHashMap<>();
        for (String name : names) {
            String value = result.path("metric").path(name).asString("");
            if (!value.isEmpty()) {
                labels.put(name, value);
            }
        }
        JsonNode value = result.path("value");
        Instant at = Instant.ofEpochMilli(Math.round(value.path(0).asDouble(0) * 1_000));
        return new Sample(labels, at, number(value.path(1).asString("NaN")));
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text.replace("Inf", "Infinity"));
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
