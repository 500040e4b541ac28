package dev.edgewise.scheduler.crash;

import dev.edgewise.testkit.ControlPlane;
import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.RepositoryFiles;
import dev.edgewise.testkit.ServiceProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A kube-scheduler with the configuration of {@code deploy/kubernetes/extender}, in a process of its own. */
final class StockScheduler implements AutoCloseable {
    private static final Path CONFIGURATIONS = RepositoryFiles.file("deploy/kubernetes/extender");
    private static final Path DIRECTORY = Path.of("target", "crash");

    private final ServiceProcess process;

    private StockScheduler(ServiceProcess process) {
        this.process = process;
    }

    /**
     * Starts one and returns at once.
     *
     * @param kubeconfig beside which the control plane has left that of its scheduler
     * @param extender the port of the extender
     */
    static StockScheduler start(Path kubeconfig, String profile, int extender, boolean ignorable) {
        try {
            return start(profile, configuration(kubeconfig, profile, extender, ignorable));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts kube-scheduler as in a cluster without Edgewise. */
    static StockScheduler start(Path kubeconfig) {
        return start(
                "default-scheduler",
                """
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                leaderElection: {leaderElect: false}
                clientConnection: {kubeconfig: %s}
                """
                        .formatted(kubeconfig.resolveSibling("scheduler.kubeconfig")));
    }

    private static StockScheduler start(String profile, String content) {
        int port = FreePorts.find();
        try {
            Path configuration = Files.createDirectories(DIRECTORY).resolve("kube-scheduler-" + profile + ".yaml");
            Files.writeString(configuration, content);
            List<String> command = List.of(
                    ControlPlane.programs(Path.of(System.getenv(OwnControlPlane.TOOL)))
                            .resolve("kube-scheduler")
                            .toString(),
                    "--config=" + configuration,
                    "--bind-address=127.0.0.1",
                    "--secure-port=" + port);
            Path log = DIRECTORY.resolve("kube-scheduler.log");
            Files.deleteIfExists(log);
            return new StockScheduler(ServiceProcess.start("kube-scheduler", command, Map.of(), log));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the configuration of a pod of the manifests, with local addresses and files. */
    private static String configuration(Path kubeconfig, String profile, int extender, boolean ignorable)
            throws IOException {
        String deployed = Files.readString(CONFIGURATIONS.resolve(profile).resolve("kube-scheduler.yaml"));
        return deployed.replace("http://scheduler-service:8082", "http://127.0.0.1:" + extender)
                        .replace("leaderElect: true", "leaderElect: false")
                        .replace("ignorable: true", "ignorable: " + ignorable)
                + "clientConnection:\n  kubeconfig: " + kubeconfig.resolveSibling("scheduler.kubeconfig") + "\n";
    }

    @Override
    public void close() {
        process.close();
    }
}
