package dev.edgewise.benchmarks.energy;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Answers each query with a percentage for each node, which falls and rises again once in two hours, a bit later at
 * each.
 */
final class SimulatedPrometheus implements AutoCloseable {
    private static final double PERIOD_MILLIS = 7_200_000;
    private static final double MIDDLE = 50;
    private static final double HEIGHT = 49;

    private final HttpServer server;
    private final int nodes;
    private final IntFunction<String> name;

    SimulatedPrometheus(int nodes, IntFunction<String> name) throws IOException {
        this.nodes = nodes;
        this.name = name;
        this.server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/api/v1/query", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        double now = System.currentTimeMillis();
        String seconds = String.format("%.3f", now / 1e3);
        boolean times = new String(exchange.getRequestBody().readAllBytes(), UTF_8).startsWith("query=timestamp");
        byte[] body = IntStream.range(0, nodes)
                .mapToObj(node -> "{\"metric\":{\"__name__\":\"node_power_supply_capacity\",\"instance\":\""
                        + name.apply(node) + ":9100\",\"job\":\"node\",\"power_supply\":\"BAT0\"},\"value\":["
                        + seconds + ",\"" + (times ? seconds : percent(node, now)) + "\"]}")
                .collect(Collectors.joining(
                        ",", "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[", "]}}"))
                .getBytes(UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private double percent(int node, double now) {
        double phase = now / PERIOD_MILLIS + (double) node / nodes;
        return Math.round(10 * (MIDDLE + HEIGHT * Math.sin(2 * Math.PI * phase))) / 10.0;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
