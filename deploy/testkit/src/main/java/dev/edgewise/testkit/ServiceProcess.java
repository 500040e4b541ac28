package dev.edgewise.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A service, or any other program, as a child process. It gets no {@code KUBECONFIG} but the one that is given. */
public final class ServiceProcess implements AutoCloseable {
    private static final int LAST_LINES = 15;
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(2))
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    private final String name;
    private final @Nullable Path log;
    private final Process process;
    private final long startedAt = System.nanoTime();
    private volatile boolean suspended;

    private ServiceProcess(String name, @Nullable Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
    }

    /**
     * Starts it.
     *
     * @param log what it prints is appended to this file; null prints it where this process does
     */
    public static ServiceProcess start(
            String name, List<String> command, Map<String, String> environment, @Nullable Path log) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log == null ? Redirect.INHERIT : Redirect.appendTo(log.toFile()));
        builder.environment().remove("KUBECONFIG");
        builder.environment().putAll(environment);
        try {
            return new ServiceProcess(name, log, builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + name, e);
        }
    }

    /** The {@code java} that runs this process. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /**
     * Waits until a GET of this address answers 200, and returns the seconds since the start.
     *
     * @throws IllegalStateException with the end of its log if it ends, or is not ready within the limit
     */
    public double awaitReady(URI health, Duration limit) throws InterruptedException {
        long asked = System.nanoTime();
        while (get(health).filter(answer -> answer.statusCode() == 200).isEmpty()) {
            requireAlive();
            if (System.nanoTime() - asked > limit.toNanos()) {
                throw new IllegalStateException(name + " was not ready within " + limit.toSeconds() + " s: " + health
                        + " does not answer 200." + lastLines());
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        return (System.nanoTime() - startedAt) / 1e9;
    }

    /** Returns the response of a GET; empty without one. */
    public Optional<HttpResponse<String>> get(URI address) throws InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(10)).build();
        try {
            return Optional.of(HTTP.send(request, BodyHandlers.ofString()));
        } catch (IOException unreachable) {
            return Optional.empty();
        }
    }

    /** Completes with the explanation when it has ended. */
    public CompletableFuture<String> death() {
        return process.onExit().thenApply(ended -> explanation());
    }

    /**
     * Returns its exit status.
     *
     * @throws IllegalThreadStateException if it has not ended
     */
    public int status() {
        return process.exitValue();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** @throws IllegalStateException with the end of its log if it has ended */
    public void requireAlive() {
        if (!process.isAlive()) {
            throw new IllegalStateException(explanation());
        }
    }

    private String explanation() {
        return name + " ended with status " + process.exitValue() + "." + lastLines();
    }

    /** Returns the output so far; empty without a log of its own. */
    public String log() {
        try {
            return log == null ? "" : new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + log, e);
        }
    }

    private String lastLines() {
        List<String> lines = log().lines().toList();
        List<String> last = lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
        return log == null
                ? ""
                : " The last lines of " + log + ":\n" + String.join("\n", last).indent(4);
    }

    public long pid() {
        return process.pid();
    }

    /** CPU time so far, in seconds; not a number where there is no {@code /proc}. */
    public double cpuSeconds() {
        return ProcStat.cpuSeconds(pid());
    }

    /** Stops the process until {@link #resume}; requests wait. */
    public void suspend() throws IOException, InterruptedException {
        signal("STOP");
        suspended = true;
    }

    public void resume() throws IOException, InterruptedException {
        signal("CONT");
        suspended = false;
    }

    private void signal(String signal) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", "-" + signal, Long.toString(pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (status != 0) {
            requireAlive();
            throw new IllegalStateException("kill -" + signal + " " + pid() + " ended with status " + status);
        }
    }

    /** Kills the process as {@code kill -9} does: no hook runs, nothing is flushed. */
    public void kill() {
        process.destroyForcibly();
    }

    /**
     * Ends it as a kubelet does.
     *
     * @throws IllegalStateException if it had to be killed
     */
    public void stop(Duration limit) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            kill();
            throw new IllegalStateException(name + " did not end within " + limit.toSeconds() + " s");
        }
    }

    /** Ends it, by force if need be. */
    @Override
    public void close() {
        try {
            if (suspended) {
                kill();
            }
            stop(STOP_LIMIT);
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        } catch (IllegalStateException killed) {
            // Ended all the same.
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
