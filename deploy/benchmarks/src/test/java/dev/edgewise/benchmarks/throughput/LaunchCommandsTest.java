package dev.edgewise.benchmarks.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.testkit.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchCommandsTest {
    private static final Path KUBECONFIG = Path.of("/c/kubeconfig");

    @TempDir
    private Path work;

    @Test
    void oursIsTheServiceWithItsUsersSettings() throws IOException {
        assertThat(launches().of(ComparedScheduler.EDGEWISE).command())
                .startsWith(ServiceProcess.java(), "-Xmx300m", "-Xmx200m", "-jar", "/p/app.jar")
                .contains("--server.port=0", "--management.server.port=0");
        assertThat(launches().of(ComparedScheduler.EDGEWISE).environment())
                .containsEntry("KUBECONFIG", "/c/kubeconfig");
    }

    @Test
    void noRunOfOursWaitsForTheLeaseOfTheLast() throws IOException {
        assertThat(lease(launches().of(ComparedScheduler.EDGEWISE)))
                .isNotEqualTo(lease(launches().of(ComparedScheduler.EDGEWISE)));
    }

    private static String lease(LaunchCommand launch) {
        return launch.command().stream()
                .filter(option -> option.startsWith("--edgewise.leader-election.name="))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theStockSchedulerIsNotHeldBackByItsClient() throws IOException {
        assertThat(launches().of(ComparedScheduler.STOCK).command())
                .startsWith("/programs/kube-scheduler", "--config=" + work.resolve("kube-scheduler.yaml"));
        assertThat(work.resolve("kube-scheduler.yaml"))
                .content()
                .contains(
                        "leaderElect: false",
                        "kubeconfig: /c/kubeconfig",
                        "qps: 5000",
                        "burst: 5000",
                        "schedulerName: stock-kube-scheduler");
    }

    @Test
    void theStockSchedulerAsksAnExtender() throws IOException {
        launches().stock("extenders: [...]");
        assertThat(work.resolve("kube-scheduler.yaml")).content().endsWith("\nextenders: [...]\n");
    }

    private LaunchCommands launches() throws IOException {
        Files.write(work.resolve("java.args"), List.of("-Xmx300m", "-jar", "/p/app.jar"));
        SchedulerServiceJavaOptions application = SchedulerServiceJavaOptions.prepared(work);
        return new LaunchCommands(KUBECONFIG, work, application, List.of("-Xmx200m"), Path.of("/programs"));
    }
}
