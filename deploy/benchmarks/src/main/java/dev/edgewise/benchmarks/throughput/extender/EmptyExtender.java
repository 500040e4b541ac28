package dev.edgewise.benchmarks.throughput.extender;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/**
 * An extender that lets all nodes pass and prefers none: what any extender in Java costs. Runs as a process of its own.
 */
public final class EmptyExtender {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int THREADS = 8;
    /** Score of every node, in tenths of the scale: the extender prefers none. */
    private static final int NEUTRAL = 5;

    private EmptyExtender() {}

    /** Listens on the port that is the only argument, until the process ends. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        InetSocketAddress address = new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0]));
        HttpServer server = HttpServer.create(address, 0);
        server.setExecutor(Executors.newFixedThreadPool(THREADS));
        server.createContext("/scheduler/filter", exchange -> answer(exchange, filtered(names(exchange))));
        server.createContext("/scheduler/prioritize", exchange -> answer(exchange, prioritized(names(exchange))));
        server.createContext("/version", exchange -> answer(exchange, JSON.createObjectNode()));
        server.start();
        TimeUnit.DAYS.sleep(1);
    }

    private static JsonNode names(HttpExchange exchange) throws IOException {
        return JSON.readTree(exchange.getRequestBody().readAllBytes()).path("NodeNames");
    }

    private static JsonNode filtered(JsonNode names) {
        return JSON.createObjectNode().set("NodeNames", names);
    }

    private static JsonNode prioritized(JsonNode names) {
        ArrayNode scores = JSON.createArrayNode();
        names.forEach(name -> scores.addObject().put("Host", name.asString()).put("Score", NEUTRAL));
        return scores;
    }

    private static void answer(HttpExchange exchange, JsonNode answer) throws IOException {
        byte[] bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, bytes.length);
        try (OutputStream output = exchange.getResponseBody()) {
            output.write(bytes);
        }
    }
}
