package dev.edgewise.benchmarks.throughput;

import dev.edgewise.benchmarks.slots.cluster.SlotCluster;
import dev.edgewise.benchmarks.throughput.bare.MinimalScheduler;
import dev.edgewise.benchmarks.throughput.load.BenchmarkLoad;
import dev.edgewise.testkit.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Commands of the contestants: all with the same kubeconfig and without leader election, as a lease would run out while
 * they are suspended.
 *
 * @param work where a configuration can be written
 * @param javaOptions of scheduler-service's JVM, beside those of the application
 * @param programs folder with kube-scheduler
 */
record LaunchCommands(
        Path kubeconfig, Path work, SchedulerServiceJavaOptions application, List<String> javaOptions, Path programs) {
    private static final String STOCK_CONFIGURATION =
            """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            leaderElection:
              leaderElect: false
            clientConnection:
              kubeconfig: %s
              qps: 5000
              burst: 5000
            profiles:
              - schedulerName: %s
            %s
            """;

    LaunchCommand of(ComparedScheduler contestant) throws IOException {
        return switch (contestant) {
            case EDGEWISE -> edgewise(0);
            case EDGEWISE_WITH_SLOTS -> withSlots();
            case STOCK -> stock("");
            case BARE_LOOP -> bareLoop();
        };
    }

    private LaunchCommand withSlots() {
        LaunchCommand edgewise = edgewise(0);
        List<String> command = new ArrayList<>(edgewise.command());
        command.addAll(SlotCluster.arguments());
        return new LaunchCommand(command, edgewise.environment());
    }

    /**
     * Command as it is deployed; with a Lease of its own, as the Lease of a killed process would delay the next one.
     *
     * @param port of its REST interface; 0 for any
     */
    LaunchCommand edgewise(int port) {
        return edgewise(port, 0);
    }

    /** @param managementPort of its metrics; 0 for any */
    LaunchCommand edgewise(int port, int managementPort) {
        List<String> command = application.command(javaOptions);
        command.addAll(List.of(
                "--server.address=127.0.0.1",
                "--server.port=" + port,
                "--edgewise.security.auth=none",
                "--management.server.address=127.0.0.1",
                "--management.server.port=" + managementPort,
                "--edgewise.leader-election.namespace=" + BenchmarkLoad.NAMESPACE,
                "--edgewise.leader-election.name=" + UUID.randomUUID()));
        return new LaunchCommand(command, Map.of("KUBECONFIG", kubeconfig.toString()));
    }

    /** @param extenders the part of the configuration that names them; empty for none */
    LaunchCommand stock(String extenders) throws IOException {
        Path configuration = work.resolve("kube-scheduler.yaml");
        Files.writeString(
                configuration,
                String.format(STOCK_CONFIGURATION, kubeconfig, ComparedScheduler.STOCK.scheduler(), extenders));
        return new LaunchCommand(
                List.of(programs.resolve("kube-scheduler").toString(), "--config=" + configuration, "--secure-port=0"),
                Map.of());
    }

    private LaunchCommand bareLoop() {
        return new LaunchCommand(
                List.of(
                        ServiceProcess.java(),
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        MinimalScheduler.class.getName(),
                        kubeconfig.toString(),
                        BenchmarkLoad.NAMESPACE,
                        ComparedScheduler.BARE_LOOP.scheduler()),
                Map.of());
    }
}
