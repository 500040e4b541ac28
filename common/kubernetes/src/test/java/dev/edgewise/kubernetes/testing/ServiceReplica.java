package dev.edgewise.kubernetes.testing;

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

/** One replica of a service in this process, on any free port; it leads soon, and keeps the lead on a slow machine. */
public class ServiceReplica implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final ConfigurableApplicationContext context;

    /**
     * Starts it.
     *
     * @param sources besides the application's own
     * @param properties as {@code name=value}; later ones win
     */
    public ServiceReplica(Class<?> application, Path kubeconfig, List<Class<?>> sources, Stream<String> properties) {
        Stream<String> usual = Stream.of(
                "server.port=0",
                "edgewise.kubernetes.kubeconfig=" + kubeconfig,
                "edgewise.leader-election.lease-duration=10s",
                "edgewise.leader-election.renew-deadline=8s",
                "edgewise.leader-election.retry-period=200ms");
        context = new SpringApplicationBuilder(application)
                .sources(sources.toArray(Class<?>[]::new))
                .run(Stream.concat(usual, properties)
                        .map(property -> "--" + property)
                        .toArray(String[]::new));
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** Returns the port of its REST interface. */
    public int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    public <T> Stream<T> beans(Class<T> type) {
        return context.getBeanProvider(type).stream();
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

    /** Returns the response of a GET. */
    public String get(String path, String... headers) {
        return call("GET", path, "", headers).body();
    }

    @Override
    public void close() {
        context.close();
    }
}
