package dev.edgewise.offloader;

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

/** One function-offloader in this process, which needs no long time to be sure. */
final class Replica implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    final ConfigurableApplicationContext context;

    /** @param sources besides the application's own */
    Replica(Path kubeconfig, List<Class<?>> sources, List<String> properties) {
        Stream<String> usual = Stream.of(
                "server.port=0",
                "edgewise.kubernetes.kubeconfig=" + kubeconfig,
                "edgewise.function-offloader.interval=100ms",
                "edgewise.function-offloader.safety.min-age=0s",
                "edgewise.function-offloader.safety.bad-readings=1",
                "edgewise.leader-election.lease-duration=10s",
                "edgewise.leader-election.renew-deadline=8s",
                "edgewise.leader-election.retry-period=200ms");
        context = new SpringApplicationBuilder(FunctionOffloaderApplication.class)
                .sources(sources.toArray(Class<?>[]::new))
                .run(Stream.concat(usual, properties.stream())
                        .map(property -> "--" + property)
                        .toArray(String[]::new));
    }

    HttpResponse<String> call(String method, String path, String body, String... headers) {
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

    String get(String path) {
        return call("GET", path, "").body();
    }

    HttpResponse<String> post(String path, String body) {
        return call("POST", path, body);
    }

    @Override
    public void close() {
        context.close();
    }
}
