package dev.edgewise.networkprobe.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A coordinator that hands out what a test says, and keeps what is reported. */
final class FakeCoordinator implements AutoCloseable {
    /** One report as it came in. */
    record Reported(String node, String authorization, JsonNode body) {
        /** The result about a peer; missing if there is none. */
        JsonNode about(String peer) {
            for (JsonNode result : body.path("results")) {
                if (result.path("to").asString().equals(peer)) {
                    return result;
                }
            }
            return JsonMapper.shared().missingNode();
        }
    }

    final Map<String, String> peers = new ConcurrentHashMap<>();
    final List<Reported> reports = new CopyOnWriteArrayList<>();
    final List<Integer> peerStatuses = new CopyOnWriteArrayList<>();
    volatile int reportStatus = 204;
    /** Response to the next report of a node. */
    final Map<String, String> answers = new ConcurrentHashMap<>();

    private final ExecutorService threads = Executors.newFixedThreadPool(2);
    private final HttpServer server;

    FakeCoordinator(InetSocketAddress address) throws IOException {
        server = HttpServer.create(address, 0);
        server.setExecutor(threads);
        server.createContext("/api/v1/peers/", this::peers);
        server.createContext("/api/v1/reports/", this::report);
        server.start();
    }

    URI url() {
        InetSocketAddress address = server.getAddress();
        return URI.create("http://" + address.getAddress().getHostAddress() + ":" + address.getPort());
    }

    private static String node(HttpExchange exchange) {
        String path = exchange.getRequestURI().getPath();
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private void peers(HttpExchange exchange) throws IOException {
        String body = peers.get(node(exchange));
        String tag = "\"" + (body == null ? 0 : body.hashCode()) + "\"";
        int status =
                body == null ? 404 : tag.equals(exchange.getRequestHeaders().getFirst("If-None-Match")) ? 304 : 200;
        exchange.getResponseHeaders().set("ETag", tag);
        peerStatuses.add(status);
        respond(exchange, status, status == 200 ? body : "");
    }

    private void report(HttpExchange exchange) throws IOException {
        JsonNode body = JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes());
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        int status = reportStatus;
        if (status < 300) {
            reports.add(new Reported(node(exchange), authorization, body));
        }
        String answer = answers.remove(node(exchange));
        respond(exchange, answer == null ? status : 200, answer == null ? "" : answer);
    }

    private static void respond(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
