package dev.edgewise.scheduler.crash;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** scheduler-service as its user runs it: the executable jar in a process of its own, which can be killed. */
final class ServiceProcess implements AutoCloseable {
    private static final Path JAR = Path.of("target", "scheduler-service.jar");
    private static final Path LOGS = Path.of("target", "crash");
    private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");
    private static final Duration START = Duration.ofMinutes(3);
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final Process process;
    private final Path log;
    private int port;

    private ServiceProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Starts one and returns at once. */
    static ServiceProcess start(Path kubeconfig, String... arguments) {
        return start(kubeconfig, List.of(), arguments);
    }

    /** Starts one whose Java machine has these options, too. */
    static ServiceProcess start(Path kubeconfig, List<String> options, String... arguments) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        // It lives for a minute: compiling less is faster.
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(options);
        command.addAll(List.of(
                "-jar",
                JAR.toString(),
                "--server.port=0",
                "--edgewise.security.auth=none",
                "--edgewise.kubernetes.kubeconfig=" + kubeconfig));
        command.addAll(Arrays.asList(arguments));
        try {
            Path log = Files.createDirectories(LOGS).resolve("service-" + COUNT.incrementAndGet() + ".log");
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            return new ServiceProcess(process, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until it has read the whole cluster. */
    ServiceProcess awaitReady() {
        await().atMost(START).until(() -> status("/actuator/health/readiness") == 200);
        return this;
    }

    /** Whether it decides now. */
    boolean leads() {
        return body("/actuator/health/liveness")
                .at("/components/schedulingLoop/details/running")
                .asBoolean();
    }

    /** The HTTP status of a path; 0 if it does not answer. */
    int status(String path) {
        HttpResponse<String> response = get(path);
        return response == null ? 0 : response.statusCode();
    }

    JsonNode body(String path) {
        HttpResponse<String> response = get(path);
        try {
            return response == null ? JSON.missingNode() : JSON.readTree(response.body());
        } catch (IOException notJson) {
            throw new UncheckedIOException(notJson);
        }
    }

    /** What it wrote so far. */
    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** As {@code kill -9} does: no hook runs, nothing is flushed. */
    void kill() {
        process.destroyForcibly();
    }

    /** Ends it as a kubelet does. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private HttpResponse<String> get(String path) {
        if (port == 0) {
            Matcher started = PORT.matcher(log());
            if (!started.find()) {
                return null;
            }
            port = Integer.parseInt(started.group(1));
        }
        try {
            URI uri = URI.create("http://127.0.0.1:" + port + path);
            return HTTP.send(
                    HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10)).build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException unreachable) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
