package dev.edgewise.benchmarks.offload;

import dev.edgewise.benchmarks.service.ServiceCommandLine;
import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.RedisProcess;
import dev.edgewise.testkit.ServiceProcess;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** scheduler-service and function-offloader, each a process of its own. */
final class ServiceProcesses implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofMinutes(3);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path work;
    private final String kubeconfig;
    private final RedisProcess redis;
    private final @Nullable Path prepared;
    private final URI scheduler = URI.create("http://127.0.0.1:" + FreePorts.find());
    private final URI offloader = URI.create("http://127.0.0.1:" + FreePorts.find());
    private final List<ServiceProcess> started = new ArrayList<>();

    /** @param prepared what deploy/image/prepare made of function-offloader; null for its jar */
    ServiceProcesses(Path work, String kubeconfig, RedisProcess redis, @Nullable Path prepared) {
        this.work = work;
        this.kubeconfig = kubeconfig;
        this.redis = redis;
        this.prepared = prepared;
    }

    void startScheduler() throws InterruptedException {
        List<String> command = List.of(
                ServiceProcess.java(),
                "-Xmx90m",
                "-XX:+UseSerialGC",
                "-jar",
                ServiceCommandLine.jar("scheduler-service"));
        start("scheduler-service", command, scheduler);
    }

    /** @return how long it took to be ready, in seconds */
    double startOffloader(String policy, int moves) throws InterruptedException {
        List<String> command = ServiceCommandLine.of("function-offloader", prepared);
        String prefix = "--edgewise.function-offloader.";
        command.addAll(List.of(
                prefix + "dry-run=true",
                prefix + "interval=1s",
                prefix + "policy=" + policy,
                prefix + "safety.total=" + moves,
                prefix + "scheduler.url=" + scheduler));
        return start("function-offloader", command, offloader);
    }

    private double start(String name, List<String> command, URI address) throws InterruptedException {
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of(
                "--server.address=127.0.0.1",
                "--server.port=" + address.getPort(),
                "--edgewise.security.auth=none",
                "--edgewise.leader-election.enabled=false",
                "--edgewise.kubernetes.kubeconfig=" + kubeconfig));
        redis.properties().forEach(property -> all.add("--" + property));
        ServiceProcess process = ServiceProcess.start(name, all, Map.of(), work.resolve(name + ".log"));
        Runtime.getRuntime().addShutdownHook(new Thread(process::kill));
        started.add(process);
        return process.awaitReady(address.resolve("/actuator/health/readiness"), START_LIMIT);
    }

    /** The last plan, with few of the pods that stay. */
    JsonNode plan() throws InterruptedException {
        ServiceProcess process = offloaderProcess();
        process.requireAlive();
        return process.get(offloader.resolve("/api/v1/plan?limit=1"))
                .filter(answer -> answer.statusCode() == 200)
                .map(answer -> JSON.readTree(answer.body()))
                .orElseGet(JSON::createObjectNode);
    }

    long offloaderPid() {
        return offloaderProcess().pid();
    }

    /** CPU time of function-offloader so far, in seconds. */
    double cpuSeconds() {
        return offloaderProcess().cpuSeconds();
    }

    private ServiceProcess offloaderProcess() {
        return Objects.requireNonNull(started.get(started.size() - 1));
    }

    @Override
    public void close() {
        started.forEach(ServiceProcess::close);
    }
}
