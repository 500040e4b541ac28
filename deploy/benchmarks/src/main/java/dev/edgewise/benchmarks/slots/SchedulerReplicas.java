package dev.edgewise.benchmarks.slots;

import dev.edgewise.benchmarks.slots.cluster.SlotCluster;
import dev.edgewise.benchmarks.throughput.SchedulerServiceJavaOptions;
import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.ServiceProcess;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Replicas of scheduler-service with leader election, which can be killed. */
final class SchedulerReplicas implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration START = Duration.ofMinutes(3);

    private final SchedulerServiceJavaOptions application;
    private final List<String> javaOptions;
    private final Path kubeconfig;
    private final Path logs;
    private final List<String> arguments;
    private final List<Replica> running = new ArrayList<>();
    private int started;
    private double cpuOfKilled;

    private record Replica(String name, ServiceProcess process, int port) {
        URI address(String path) {
            return URI.create("http://127.0.0.1:" + port + path);
        }
    }

    SchedulerReplicas(
            SchedulerServiceJavaOptions application,
            List<String> javaOptions,
            Path kubeconfig,
            Path logs,
            List<String> arguments) {
        this.application = application;
        this.javaOptions = List.copyOf(javaOptions);
        this.kubeconfig = kubeconfig;
        this.logs = logs;
        this.arguments = List.copyOf(arguments);
    }

    /** Starts one more and returns at once. */
    void start() {
        int port = FreePorts.find();
        List<String> command = new ArrayList<>(application.command(javaOptions));
        command.addAll(List.of(
                "--server.address=127.0.0.1",
                "--server.port=0",
                "--management.server.address=127.0.0.1",
                "--management.server.port=" + port,
                "--edgewise.security.auth=none",
                "--edgewise.kubernetes.kubeconfig=" + kubeconfig,
                "--edgewise.leader-election.namespace=" + SlotCluster.NAMESPACE));
        command.addAll(arguments);
        String name = "scheduler-service-" + started++;
        running.add(
                new Replica(name, ServiceProcess.start(name, command, Map.of(), logs.resolve(name + ".log")), port));
    }

    void awaitReady() throws InterruptedException {
        for (Replica replica : running) {
            replica.process().awaitReady(replica.address("/actuator/health/readiness"), START);
        }
    }

    /** Returns the name of the leader; null if there is none. */
    @Nullable
    String leader() throws InterruptedException {
        for (Replica replica : running) {
            Optional<HttpResponse<String>> health = replica.process().get(replica.address("/actuator/health/liveness"));
            if (health.isPresent()
                    && JSON.readTree(health.get().body())
                            .at("/components/schedulingLoop/details/running")
                            .asBoolean(false)) {
                return replica.name();
            }
        }
        return null;
    }

    /** Kills the replica of that name as {@code kill -9} does, and starts another. */
    void kill(String name) {
        Replica killed = running.stream()
                .filter(replica -> replica.name().equals(name))
                .findFirst()
                .orElseThrow();
        cpuOfKilled += killed.process().cpuSeconds();
        killed.process().kill();
        running.remove(killed);
        start();
    }

    /** @throws IllegalStateException if one has ended that was not killed */
    void requireAlive() {
        running.forEach(replica -> replica.process().requireAlive());
    }

    /** Processor time of all replicas, also of those that were killed. */
    double cpuSeconds() {
        return cpuOfKilled
                + running.stream()
                        .mapToDouble(replica -> replica.process().cpuSeconds())
                        .sum();
    }

    @Override
    public void close() {
        running.forEach(replica -> replica.process().kill());
    }
}
