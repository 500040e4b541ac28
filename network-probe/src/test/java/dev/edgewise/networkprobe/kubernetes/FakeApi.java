package dev.edgewise.networkprobe.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** An API server that answers reviews as it is told to. */
final class FakeApi implements AutoCloseable {
    /** What it is asked, and what it answers, by the resource's plural name. */
    final Map<String, String> asked = new ConcurrentHashMap<>();

    final Map<String, String> answers = new ConcurrentHashMap<>();
    volatile int status = 201;
    volatile boolean isSilent;

    private final HttpServer server = server();
    final KubernetesClient client;

    FakeApi() {
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            String resource = path.substring(path.lastIndexOf('/') + 1);
            asked.put(
                    resource,
                    exchange.getRequestMethod() + " " + path + " "
                            + new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            if (isSilent) {
                return;
            }
            byte[] body = answers.getOrDefault(resource, "{}").getBytes(UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(Config.empty())
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .build();
    }

    private static HttpServer server() {
        try {
            return HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Refuses everything from now on. */
    void refuses(String resource) {
        status = 403;
        answers.put(
                resource,
                "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"no\",\"code\":403}");
    }

    @Override
    public void close() {
        client.close();
        server.stop(0);
    }
}
