package dev.edgewise.offloader;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Answers what-if questions as scheduler-service does where everything fits: each pod takes the room that is kept for
 * it.
 */
final class ScriptedScheduler implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    final List<JsonNode> questions = new CopyOnWriteArrayList<>();
    /** The node of pods for which no room is kept. */
    volatile String free = "edge-2";

    /** JSON objects of pods whose delay needs are broken. */
    volatile List<String> violations = List.of();
    /** JSON objects of pods that are in quarantine. */
    volatile List<String> quarantine = List.of();

    volatile String refusal = "";
    volatile int status = 200;

    private final HttpServer server;

    ScriptedScheduler() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/api/v1/placements:simulate", this::answer);
        server.createContext("/api/v1/violations", exchange -> list(violations, exchange));
        server.createContext("/api/v1/quarantine", exchange -> list(quarantine, exchange));
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Page by page, one of each. */
    private void list(List<String> pods, HttpExchange exchange) throws IOException {
        String query = exchange.getRequestURI().getQuery();
        int page = query.contains("continue=") ? Integer.parseInt(query.replaceAll(".*continue=(\\d+).*", "$1")) : 0;
        ObjectNode answer = MAPPER.createObjectNode();
        ArrayNode items = answer.putArray("items");
        if (page < pods.size()) {
            items.add(MAPPER.readTree(pods.get(page)));
        }
        answer.put("continue", page + 1 < pods.size() ? Integer.toString(page + 1) : null);
        send(exchange, status == 200 ? answer : problem());
    }

    private void answer(HttpExchange exchange) throws IOException {
        JsonNode question = MAPPER.readTree(exchange.getRequestBody());
        questions.add(question);
        send(exchange, status == 200 ? placements(question) : problem());
    }

    private void send(HttpExchange exchange, ObjectNode answer) throws IOException {
        byte[] body = MAPPER.writeValueAsBytes(answer);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static ObjectNode problem() {
        return MAPPER.createObjectNode().put("detail", "busy");
    }

    private ObjectNode placements(JsonNode question) {
        ObjectNode answer = MAPPER.createObjectNode();
        ArrayNode pods = answer.putArray("pods");
        JsonNode rooms = question.path("reservations");
        for (int i = 0; i < question.path("pods").size(); i++) {
            ObjectNode pod = pods.addObject();
            String like = question.at("/pods/" + i + "/like").asText();
            pod.put("pod", like).put("profile", "edgewise");
            if (names(violations, like)) {
                present(pod, "Delay", "too far");
            } else if (names(quarantine, like)) {
                present(pod, "Rewards", "in quarantine");
            }
            JsonNode room = rooms.path(i);
            if (room.isObject() && refusal.isEmpty()) {
                pod.put("node", room.path("node").asText()).put("message", "fits");
                pod.put(
                        "reservation",
                        room.path("namespace").asText() + "/"
                                + room.path("name").asText());
            } else {
                pod.put("node", free).put("message", refusal);
            }
        }
        return answer;
    }

    private static boolean names(List<String> pods, String pod) {
        return pods.stream().anyMatch(each -> each.contains('"' + pod + '"'));
    }

    private static void present(ObjectNode pod, String filter, String reason) {
        pod.putObject("present").put("node", "edge-1").put("filter", filter).put("reason", reason);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
