package dev.edgewise.benchmarks.planetlab;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One of the suite's services, started as its users start it: {@code java -jar}. */
final class ChildProcess implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);
    private static final int OK = 200;

    private final HttpClient http = HttpClient.newHttpClient();
    private final String name;
    private final Process process;
    private final URI address;
    private final Path log;
    private final long startedAt = System.nanoTime();

    ChildProcess(Path jar, List<String> options, Map<String, String> environment, Path log) throws IOException {
        this.name = jar.getFileName().toString();
        this.log = log;
        int port = freePort();
        this.address = URI.create("http://127.0.0.1:" + port);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                jar.toString(),
                "--server.port=" + port,
                "--server.address=127.0.0.1"));
        command.addAll(options);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        this.process = builder.start();
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Waits until the service says it is ready; the seconds that took since its start. */
    double awaitReady() throws InterruptedException {
        while (!answers("/actuator/health/readiness", "\"UP\"")) {
            if (!process.isAlive()) {
                throw new IllegalStateException(name + " ended with status " + process.exitValue() + "; see " + log);
            }
            if (System.nanoTime() - startedAt > START_LIMIT.toNanos()) {
                throw new IllegalStateException(name + " is not ready after " + START_LIMIT + "; see " + log);
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        return (System.nanoTime() - startedAt) / 1e9;
    }

    /** Whether a GET of the path answers 200 with a body that holds the text. */
    boolean answers(String path, String text) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address.resolve(path))
                .timeout(Duration.ofSeconds(10))
                .build();
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            return response.statusCode() == OK && response.body().contains(text);
        } catch (IOException notYet) {
            return false;
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** CPU time used so far, in seconds. */
    double cpuSeconds() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
    }

    /** Resident memory in MiB as Linux counts it; not a number elsewhere. */
    double residentMib() throws IOException {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        if (!Files.isReadable(status)) {
            return Double.NaN;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
                .findFirst()
                .orElse(Double.NaN);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
