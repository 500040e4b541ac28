package dev.edgewise.energy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** One energy-adapter in this process. */
public final class Replica implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    final ConfigurableApplicationContext context;

    /** @param sources besides the application's own */
    public Replica(Path kubeconfig, List<Class<?>> sources, List<String> properties) {
        Stream<String> usual = Stream.of(
                "server.port=0",
                "edgewise.kubernetes.kubeconfig=" + kubeconfig,
                "edgewise.energy-adapter.refresh.every=100ms",
                "edgewise.leader-election.lease-duration=10s",
                "edgewise.leader-election.renew-deadline=8s",
                "edgewise.leader-election.retry-period=200ms");
        context = new SpringApplicationBuilder(EnergyAdapterApplication.class)
                .sources(sources.toArray(Class<?>[]::new))
                .run(Stream.concat(usual, properties.stream())
                        .map(property -> "--" + property)
                        .toArray(String[]::new));
    }

    public HttpResponse<String> call(String method, String path, String body, String... headers) {
        String port = context.getEnvironment().getProperty("local.server.port");
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return HTTP.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public String get(String path, String... headers) {
        return call("GET", path, "", headers).body();
    }

    public int put(String node, String body, String... headers) {
        return call("PUT", "/api/v1/energy/" + node, body, headers).statusCode();
    }

    @Override
    public void close() {
        context.close();
    }
}
