package dev.edgewise.sandbox.run;

import dev.edgewise.sandbox.cluster.ClusterReader;
import dev.edgewise.sandbox.report.PlacementTable;
import dev.edgewise.sandbox.report.PlacementVerdictKind;
import dev.edgewise.sandbox.report.PodVerdict;
import dev.edgewise.sandbox.topology.MatrixFiles;
import dev.edgewise.sandbox.topology.Topology;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** Places workloads that need near nodes, and judges each placement by the delays themselves. */
final class DelayScenario implements Scenario {
    private final List<HasMetadata> manifests;
    private final Topology topology;

    DelayScenario(Settings settings) {
        manifests = Manifests.read(settings.manifests());
        if (settings.kubeconfig() == null) {
            Workloads.checkEmbedded(manifests);
        }
        topology = Topologies.of(settings);
    }

    @Override
    public Topology topology() {
        return topology;
    }

    @Override
    public List<ScenarioService> parts(ServiceStarter services, WorkDirectory work) throws IOException {
        Path matrix = work.file("delays.txt");
        Path metadata = work.file("nodes.json");
        MatrixFiles.writeMatrix(topology.delays(), matrix);
        MatrixFiles.writeMetadata(topology, metadata);
        return List.of(
                new ScenarioService(
                        "network-probe",
                        List.of(
                                "--edgewise.network-probe.static.matrix=" + matrix,
                                "--edgewise.network-probe.static.metadata=" + metadata)),
                new ScenarioService("scheduler-service", List.of("--edgewise.leader-election.enabled=false")));
    }

    @Override
    public int play(StartedSandbox stage) throws InterruptedException {
        List<PodVerdict> verdicts = stage.startup().awaitOrFail(BackgroundTask.call(() -> placements(stage)));
        stage.progress().close();
        report(verdicts, stage);
        if (!stage.settings().once()) {
            throw stage.startup().processFailure().join();
        }
        return verdicts.stream().allMatch(verdict -> verdict.result().good()) ? 0 : 1;
    }

    private List<PodVerdict> placements(StartedSandbox stage) throws InterruptedException {
        Workloads workloads = stage.apply(manifests);
        Progress.Step deciding = stage.progress().step("pods");
        ClusterReader reader = new ClusterReader(stage.running().cluster().client(), Workloads.RUN, stage.run());
        List<PodVerdict> all = new PlacementVerdictsWait(reader, topology.delays(), workloads.expectedPods())
                .await(deciding, stage.deadline());
        deciding.done(PlacementTable.summary(all));
        return all;
    }

    private static void report(List<PodVerdict> verdicts, StartedSandbox stage) {
        PrintStream out = stage.out();
        out.println();
        out.print(PlacementTable.render(verdicts));
        out.flush();
        if (verdicts.isEmpty() || stage.settings().once()) {
            return;
        }
        PodVerdict example = verdicts.stream()
                .min(Comparator.comparing(verdict -> verdict.result() == PlacementVerdictKind.MET))
                .orElseThrow();
        Startup.Running running = stage.running();
        URI explain = running.service("scheduler-service")
                .resolve("/api/v1/explain/" + example.pod().namespace() + "/"
                        + example.pod().name());
        out.println();
        out.println("Ask why:        curl -s " + explain);
        out.println("Look at delays: " + running.service("network-probe") + "/");
        out.println("Recovery:       " + running.service("scheduler-service") + "/recovery.html");
        out.println(
                "Look around:    kubectl --kubeconfig " + running.cluster().kubeconfig() + " get nodes,pods -o wide");
        out.println("Fail a node:    kubectl --kubeconfig " + running.cluster().kubeconfig()
                + " annotate node edge-1 edgewise.dev/sim-failed=true");
        out.println("Logs:           " + stage.work().file(""));
        out.println("Ctrl-C stops everything.");
        out.flush();
    }
}
