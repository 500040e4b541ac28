package dev.edgewise.sandbox.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** One of the suite's services as a process of its own. */
final class ServiceProcess implements AutoCloseable {
    private static final int LAST_LINES = 15;
    private static final Duration STOP = Duration.ofSeconds(10);

    private final String name;
    private final Path log;
    private final Process process;
    private volatile boolean stopping;

    private ServiceProcess(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
    }

    /** Starts {@code java -jar} with quick start-up flags; what it prints goes to the log. */
    static ServiceProcess start(
            String name, Path jar, List<String> arguments, Map<String, String> environment, Path log) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-jar",
                jar.toString()));
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        try {
            return new ServiceProcess(name, log, builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + name, e);
        }
    }

    /** Completes with the explanation if the process ends by itself. */
    CompletableFuture<SandboxException> death() {
        return process.onExit().thenCompose(ended -> {
            CompletableFuture<SandboxException> death = new CompletableFuture<>();
            if (!stopping) {
                death.complete(SandboxException.failure(name + " ended with status " + ended.exitValue()
                        + ". The last lines of " + log + ":\n" + lastLines()));
            }
            return death;
        });
    }

    /** Waits until a GET of this address answers 200. */
    void awaitReady(URI health, long deadlineNanos) throws InterruptedException {
        HttpClient http = HttpClient.newBuilder()
                .connectTimeout(Duration.ofSeconds(2))
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        HttpRequest request =
                HttpRequest.newBuilder(health).timeout(Duration.ofSeconds(5)).build();
        while (!answers(http, request)) {
            if (System.nanoTime() - deadlineNanos > 0) {
                throw SandboxException.failure(name + " was not ready in time: " + health
                        + " does not answer 200. The last lines of " + log + ":\n" + lastLines());
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private static boolean answers(HttpClient http, HttpRequest request) throws InterruptedException {
        try {
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private String lastLines() {
        try {
            String text = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
            List<String> lines = text.lines().toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()))
                    .indent(4);
        } catch (IOException e) {
            return "    (it cannot be read: " + e + ")";
        }
    }

    /** Marks that its end is wanted, so that it is no death. */
    void expectEnd() {
        stopping = true;
    }

    @Override
    public void close() {
        stopping = true;
        process.destroy();
        try {
            if (!process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
