package dev.edgewise.pages;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The pages of one service, beside answers of its interface that a test gives, under the headers with which the service
 * sends them.
 */
final class PageServer implements AutoCloseable {
    private static final Path ROOT = Path.of("../..");

    /** The files that all services share. */
    static final Path COMMON = ROOT.resolve("common/service/src/main/resources/static");

    private static final Map<String, String> TYPES =
            Map.of("html", "text/html", "js", "text/javascript", "css", "text/css");

    private final HttpServer server;
    private final Path own;
    private final Map<String, String> answers = new ConcurrentHashMap<>();

    /** @param service its folder */
    PageServer(String service) {
        own = ROOT.resolve(service).resolve("src/main/resources/static");
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        server.createContext("/", this::answer);
        server.start();
    }

    /**
     * Gives an answer.
     *
     * @param path without its query, such as {@code /api/v1/rtt.grid}
     */
    PageServer answers(String path, String json) {
        answers.put(path, json);
        return this;
    }

    String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String json = answers.get(path);
        if (json != null) {
            send(exchange, 200, "application/json", json.getBytes(StandardCharsets.UTF_8));
            return;
        }
        String name = path.equals("/") ? "index.html" : path.substring(1);
        for (Path folder : new Path[] {own, COMMON}) {
            Path file = folder.resolve(name);
            if (!name.startsWith("api/") && Files.isRegularFile(file)) {
                String type = TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "text/plain");
                send(exchange, 200, type + ";charset=utf-8", Files.readAllBytes(file));
                return;
            }
        }
        String missing = "{\"detail\": \"nothing is at " + path + "\"}";
        send(exchange, 404, "application/problem+json", missing.getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.getResponseHeaders().set("Content-Security-Policy", "default-src 'self'; img-src 'self' data:");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
