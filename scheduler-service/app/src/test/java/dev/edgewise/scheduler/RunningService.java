package dev.edgewise.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.embedded.EmbeddedKubernetes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The whole service in this process, on a free port, as its user runs it outside a cluster. */
public final class RunningService implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ConfigurableApplicationContext context;

    private RunningService(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** An answer with its body read as JSON. */
    public record Answer(int status, String contentType, String retryAfter, JsonNode body) {}

    static RunningService start(EmbeddedKubernetes kubernetes, String... more) {
        return start(kubeconfig(kubernetes), more);
    }

    /** @param kubeconfig of the cluster that it schedules */
    public static RunningService start(Path kubeconfig, String... more) {
        return start(List.of(), kubeconfig, more);
    }

    /** @param beans configurations on top of the service's own */
    static RunningService start(List<Class<?>> beans, Path kubeconfig, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--edgewise.leader-election.enabled=false",
                "--edgewise.kubernetes.kubeconfig=" + kubeconfig));
        arguments.addAll(List.of(more));
        if (arguments.stream().noneMatch(argument -> argument.startsWith("--spring.data.redis."))) {
            arguments.add("--edgewise.store=memory");
        }
        if (arguments.stream().noneMatch(argument -> argument.startsWith("--edgewise.security.auth="))) {
            arguments.add("--edgewise.security.auth=none");
        }
        SpringApplicationBuilder application =
                new SpringApplicationBuilder(SchedulerApplication.class).sources(beans.toArray(Class<?>[]::new));
        return new RunningService(application.run(arguments.toArray(String[]::new)));
    }

    public Answer get(String path, String... headers) {
        return send(request(path, headers).build());
    }

    public Answer post(String path, String body, String... headers) {
        return send(request(path, headers)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    public Answer delete(String path, String... headers) {
        return send(request(path, headers).DELETE().build());
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** The names of all beans of that type. */
    Set<String> beans(Class<?> type) {
        return context.getBeansOfType(type).keySet();
    }

    <T> Stream<T> all(Class<T> type) {
        return context.getBeanProvider(type).stream();
    }

    @Override
    public void close() {
        context.close();
    }

    private HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path));
        return headers.length == 0 ? request : request.headers(headers);
    }

    int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port") + path);
    }

    private static Answer send(HttpRequest request) {
        try {
            HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
            String type = response.headers().firstValue("Content-Type").orElse("");
            return new Answer(
                    response.statusCode(),
                    type,
                    response.headers().firstValue("Retry-After").orElse(""),
                    type.contains("json")
                            ? JSON.readTree(response.body())
                            : JSON.getNodeFactory().textNode(response.body()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    static Path kubeconfig(EmbeddedKubernetes kubernetes) {
        try {
            Path file = Files.createTempFile("kubeconfig", ".yaml");
            file.toFile().deleteOnExit();
            return kubernetes.writeKubeconfig(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
