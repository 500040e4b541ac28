package dev.edgewise.common.prometheus;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads what Prometheus answers to an instant query (its HTTP API, {@code /api/v1/query}). Results are read one by one:
 * of all nodes at once they would take many times the memory of what is needed of them.
 */
final class PrometheusQueryResponseReader {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    /** Maximum number of samples: each takes many times the memory of its text. */
    private static final int MOST_SAMPLES = 50_000;
    /** Maximum length of a label: no name in Kubernetes is longer, with a port and some words. */
    private static final int LONGEST_LABEL = 512;

    private static final int LONGEST_ERROR = 500;

    private final List<String> names;
    private final List<Sample> samples = new ArrayList<>();
    private String status = "";
    private String type = "";
    private String error = "";

    private PrometheusQueryResponseReader(List<String> names) {
        this.names = names;
    }

    /**
     * The samples of an instant vector; one without a number has NaN.
     *
     * @param labels which labels of the series are read
     * @throws IOException if the answer is none, or has more than {@value #MOST_SAMPLES} results; the message says what
     *     the server said instead
     */
    static List<Sample> parse(int status, byte[] body, List<String> labels) throws IOException {
        PrometheusQueryResponseReader answer = new PrometheusQueryResponseReader(labels);
        try (JsonParser json = MAPPER.createParser(body)) {
            answer.read(json);
        } catch (JacksonException e) {
            throw new IOException("status " + status + ", and no JSON: " + e.getOriginalMessage(), e);
        }
        if (!answer.status.equals("success")) {
            throw new IOException(
                    "status " + status + ":" + (answer.error.isEmpty() ? " error without a word" : answer.error));
        }
        if (answer.samples.size() > MOST_SAMPLES) {
            throw new IOException("more than " + MOST_SAMPLES + " results: aggregate them in the query");
        }
        if (!answer.type.equals("vector")) {
            throw new IOException("the result is a " + answer.type + ": the query must have an instant vector");
        }
        return answer.samples;
    }

    /** An object, or one in it: the names that count are in one place each. */
    private void read(JsonParser json) {
        if (json.currentToken() == null && json.nextToken() != JsonToken.START_OBJECT) {
            return;
        }
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            JsonToken value = json.nextToken();
            switch (name) {
                case "status" -> status = json.getValueAsString("");
                case "errorType", "error" -> addError(json.getValueAsString(""));
                case "resultType" -> type = json.getValueAsString("");
                case "data" -> readData(json, value);
                case "result" -> readResults(json, value);
                default -> json.skipChildren();
            }
        }
    }

    private void addError(String more) {
        if (error.length() < LONGEST_ERROR) {
            error += " " + more.substring(0, Math.min(more.length(), LONGEST_ERROR));
        }
    }

    private void readData(JsonParser json, JsonToken value) {
        if (value == JsonToken.START_OBJECT) {
            read(json);
        } else {
            json.skipChildren();
        }
    }

    private void readResults(JsonParser json, JsonToken value) {
        while (value == JsonToken.START_ARRAY && json.nextToken() != JsonToken.END_ARRAY) {
            if (json.currentToken() == JsonToken.START_OBJECT && samples.size() <= MOST_SAMPLES) {
                samples.add(sample(json));
            } else {
                json.skipChildren();
            }
        }
        if (value != JsonToken.START_ARRAY) {
            json.skipChildren();
        }
    }

    private Sample sample(JsonParser json) {
        Map<String, String> labels = Map.of();
        List<String> value = List.of();
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            JsonToken token = json.nextToken();
            if (name.equals("metric") && token == JsonToken.START_OBJECT) {
                labels = labels(json);
            } else if (name.equals("value") && token == JsonToken.START_ARRAY) {
                value = elements(json);
            } else {
                json.skipChildren();
            }
        }
        double seconds = value.isEmpty() ? 0 : number(value.get(0));
        Instant at = Instant.ofEpochMilli(Math.round(seconds * 1_000));
        return new Sample(labels, at, value.size() < 2 ? Double.NaN : number(value.get(1)));
    }

    private Map<String, String> labels(JsonParser json) {
        Map<String, String> labels = new HashMap<>();
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            json.nextToken();
            String value = names.contains(name) ? json.getValueAsString("") : "";
            json.skipChildren();
            if (!value.isEmpty() && value.length() <= LONGEST_LABEL) {
                labels.put(name, value);
            }
        }
        // Small: those of all nodes are in memory at once.
        return Map.copyOf(labels);
    }

    /** First two elements of an array: time and value. */
    private static List<String> elements(JsonParser json) {
        List<String> texts = new ArrayList<>(2);
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (texts.size() < 2) {
                texts.add(json.getValueAsString(""));
            }
            json.skipChildren();
        }
        return texts;
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text.replace("Inf", "Infinity"));
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
