package dev.edgewise.global;

import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.ServiceProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A global-scheduler in a process of its own, from the class path of the tests, which can be killed. */
final class WorkerProcess implements AutoCloseable {
    /** The logs of this run: those of a failed run are not overwritten by the next. */
    private static final Path LOGS =
            Path.of("target", "workers", "run-" + ProcessHandle.current().pid());

    private static final Duration START = Duration.ofMinutes(3);
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final ServiceProcess process;
    private final URI address;

    private WorkerProcess(ServiceProcess process, URI address) {
        this.process = process;
        this.address = address;
    }

    /** Starts one and returns at once. */
    static WorkerProcess start(Path kubeconfig, String... properties) throws IOException {
        URI address = URI.create("http://127.0.0.1:" + FreePorts.find());
        String usual = System.getProperty("java.class.path");
        // It lives for minutes: compiling less is faster.
        List<String> command = new ArrayList<>(List.of(
                ServiceProcess.java(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx384m",
                "-cp",
                System.getProperty("surefire.test.class.path", usual),
                GlobalSchedulerApplication.class.getName(),
                "--server.address=127.0.0.1",
                "--server.port=" + address.getPort(),
                "--edgewise.security.auth=none",
                "--edgewise.kubernetes.kubeconfig=" + kubeconfig));
        for (String property : properties) {
            command.add("--" + property);
        }
        String name = "worker-" + COUNT.incrementAndGet();
        Path log = Files.createDirectories(LOGS).resolve(name + ".log");
        return new WorkerProcess(ServiceProcess.start(name, command, Map.of(), log), address);
    }

    WorkerProcess awaitReady() throws InterruptedException {
        process.awaitReady(address.resolve("/actuator/health/readiness"), START);
        return this;
    }

    boolean isReady() throws InterruptedException {
        return process.get(address.resolve("/actuator/health/readiness"))
                .filter(answer -> answer.statusCode() == 200)
                .isPresent();
    }

    /** Returns the body of a GET; empty without an answer. */
    String get(String path) throws InterruptedException {
        Optional<HttpResponse<String>> answer = process.get(address.resolve(path));
        return answer.map(HttpResponse::body).orElse("");
    }

    void requireAlive() {
        process.requireAlive();
    }

    /** Kills the process as {@code kill -9} does: no hook runs, nothing is flushed. */
    void kill() {
        process.kill();
    }

    /** Ends it as a kubelet does. */
    @Override
    public void close() {
        process.close();
    }
}
