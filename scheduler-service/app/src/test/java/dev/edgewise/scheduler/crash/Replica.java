package dev.edgewise.scheduler.crash;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.testkit.ExtractedJar;
import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.RepositoryFiles;
import dev.edgewise.testkit.ServicePodMemory;
import dev.edgewise.testkit.ServiceProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A scheduler-service as in its image: the executable jar, extracted, in its own process, which can be killed. */
final class Replica implements AutoCloseable {
    private static final Path JAR = RepositoryFiles.file("scheduler-service/target/scheduler-service.jar");
    /** The logs of this run: those of a failed run are not overwritten by the next. */
    private static final Path LOGS =
            Path.of("target", "crash", "run-" + ProcessHandle.current().pid());

    private static final Duration START = Duration.ofMinutes(3);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final ServiceProcess process;
    private final URI address;

    private Replica(ServiceProcess process, int port) {
        this.process = process;
        this.address = URI.create("http://127.0.0.1:" + port);
    }

    /** Starts one and returns at once. */
    static Replica start(Path kubeconfig, String... arguments) {
        return start(kubeconfig, List.of(), arguments);
    }

    /**
     * Returns the options of Java for the heap that the image has within the limit of its pod; where that is full, the
     * process ends.
     */
    static List<String> imageHeap() {
        List<String> options = new ArrayList<>(ServicePodMemory.heapOptions("scheduler-service"));
        options.add("-XX:+ExitOnOutOfMemoryError");
        return options;
    }

    /** Starts one whose Java machine has these options, and returns at once. */
    static Replica start(Path kubeconfig, List<String> options, String... arguments) {
        int port = FreePorts.find();
        // It lives for a minute: compiling less is faster.
        List<String> command =
                new ArrayList<>(List.of(ServiceProcess.java(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(options);
        command.addAll(List.of(
                "-jar",
                ExtractedJar.of(JAR).toString(),
                "--server.port=" + port,
                "--edgewise.security.auth=none",
                "--edgewise.kubernetes.kubeconfig=" + kubeconfig));
        command.addAll(Arrays.asList(arguments));
        String name = "service-" + COUNT.incrementAndGet();
        try {
            Path log = Files.createDirectories(LOGS).resolve(name + ".log");
            Files.deleteIfExists(log);
            return new Replica(ServiceProcess.start(name, command, Map.of(), log), port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until it has read the whole cluster. */
    Replica awaitReady() {
        try {
            process.awaitReady(address.resolve("/actuator/health/readiness"), START);
            return this;
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Whether it decides now. */
    boolean leads() {
        return body("/actuator/health/liveness")
                .at("/components/schedulingLoop/details/running")
                .asBoolean();
    }

    /** Waits until one of these leads, and returns it: a leader on a busy machine may lose its Lease again. */
    static Replica awaitLeader(Collection<Replica> replicas) {
        return await().atMost(CrashSite.PATIENCE)
                .until(() -> replicas.stream().filter(Replica::leads).findFirst(), Optional::isPresent)
                .orElseThrow();
    }

    /** The HTTP status of a path; 0 if it does not answer. */
    int status(String path) {
        return get(path).map(HttpResponse::statusCode).orElse(0);
    }

    JsonNode body(String path) {
        try {
            return JSON.readTree(get(path).map(HttpResponse::body).orElse("{}"));
        } catch (IOException notJson) {
            throw new UncheckedIOException(notJson);
        }
    }

    private Optional<HttpResponse<String>> get(String path) {
        try {
            return process.get(address.resolve(path));
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException(e);
    }

    /** Returns its log so far. */
    String log() {
        return process.log();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Kills the process as {@code kill -9} does: no hook runs, nothing is flushed. */
    void kill() {
        process.kill();
    }

    /** Suspends the process as a machine that stops for a while: connections stay, and nothing is answered. */
    void suspend() {
        signal(process::suspend);
    }

    void resume() {
        signal(process::resume);
    }

    @FunctionalInterface
    private interface Signal {
        void send() throws IOException, InterruptedException;
    }

    private static void signal(Signal signal) {
        try {
            signal.send();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Ends it as a kubelet does. */
    @Override
    public void close() {
        process.close();
    }
}
