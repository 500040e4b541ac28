package dev.edgewise.benchmarks.throughput.extender;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Asks our extender about all nodes, one question after the other, and reads what its own metrics say of the time. */
public final class ExtenderRequests {
    /** Percentiles are of the last two minutes. */
    private static final int FORGET_SECONDS = 130;

    private static final String FILTER = "filter";
    private static final String PRIORITIZE = "prioritize";
    private static final List<String> VERBS = List.of(FILTER, PRIORITIZE);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpClient http = HttpClient.newHttpClient();
    private final int port;
    private final int metricsPort;
    private final ObjectNode question;
    private final String all;

    /** @param labels of the pod, as JSON */
    public ExtenderRequests(int port, int metricsPort, List<String> nodes, String labels) {
        this.port = port;
        this.metricsPort = metricsPort;
        this.question = JSON.createObjectNode();
        ObjectNode pod = question.putObject("Pod");
        pod.putObject("metadata")
                .put("name", "asking")
                .put("namespace", "default")
                .set("labels", JSON.readTree(labels));
        pod.putObject("spec")
                .putArray("containers")
                .addObject()
                .put("name", "main")
                .put("image", "app:1");
        question.putNull("Nodes");
        nodes.forEach(question.putArray("NodeNames")::add);
        this.all = question.toString();
    }

    /**
     * Times of both verbs in the service, added up.
     *
     * @param meanMillis mean, in ms
     * @param p99Millis the 99th percentiles, in ms
     */
    public record Times(double meanMillis, double p99Millis) {}

    /** Sends this many requests of each verb, after as many that warm up. */
    public Times times(int count) throws IOException, InterruptedException {
        ask(count);
        TimeUnit.SECONDS.sleep(FORGET_SECONDS);
        String before = metrics();
        ask(count);
        String after = metrics();
        double mean = 0;
        double p99 = 0;
        for (String verb : VERBS) {
            double took = judged(after, "_sum", verb) - judged(before, "_sum", verb);
            mean += took / (judged(after, "_count", verb) - judged(before, "_count", verb));
            p99 += p99Seconds(after, verb);
        }
        return new Times(mean * 1e3, p99 * 1e3);
    }

    private String metrics() throws IOException, InterruptedException {
        URI metrics = URI.create("http://127.0.0.1:" + metricsPort + "/actuator/prometheus");
        return http.send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.ofString())
                .body();
    }

    /** Calls both verbs as kube-scheduler does: prioritizes the nodes that passed the filter. */
    private void ask(int count) throws IOException, InterruptedException {
        for (int i = 0; i < count; i++) {
            JsonNode passed = JSON.readTree(ask(FILTER, all)).path("NodeNames");
            ask(PRIORITIZE, question.deepCopy().set("NodeNames", passed).toString());
        }
    }

    private String ask(String verb, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/scheduler/" + verb))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(verb + " answers " + answer.statusCode());
        }
        return answer.body();
    }

    static double p99Seconds(String metrics, String verb) throws IOException {
        return judged(metrics, "", verb, "quantile=\"0.99\"");
    }

    /** The value of the line that has all these tags, of questions that were judged. */
    private static double judged(String metrics, String suffix, String verb, String... tags) throws IOException {
        Matcher line = Pattern.compile(
                        "^edgewise_extender_answers_seconds" + suffix + "\\{([^}]*)} (\\S+)$", Pattern.MULTILINE)
                .matcher(metrics);
        while (line.find()) {
            String found = line.group(1);
            if (found.contains("outcome=\"judged\"")
                    && found.contains("verb=\"" + verb + "\"")
                    && Arrays.stream(tags).allMatch(found::contains)) {
                return Double.parseDouble(line.group(2));
            }
        }
        throw new IOException("the metrics have no time of " + verb);
    }
}
