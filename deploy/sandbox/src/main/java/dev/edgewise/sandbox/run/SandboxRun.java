package dev.edgewise.sandbox.run;

import dev.edgewise.sandbox.cluster.ClusterReader;
import dev.edgewise.sandbox.report.PlacementTable;
import dev.edgewise.sandbox.report.Result;
import dev.edgewise.sandbox.report.Verdict;
import dev.edgewise.sandbox.topology.MatrixFiles;
import dev.edgewise.sandbox.topology.Topology;
import dev.edgewise.testkit.Closer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One run of the sandbox, from nothing to the table and back to nothing. */
public final class SandboxRun implements AutoCloseable {
    private final Settings settings;
    private final PrintStream out;
    private final PrintStream err;
    private final Closer closer = new Closer();

    public SandboxRun(Settings settings, PrintStream out, PrintStream err) {
        this.settings = settings;
        this.out = out;
        this.err = err;
    }

    /**
     * Runs; without {@code once} it returns only when a part dies.
     *
     * @return the exit status: 0 if every need is met or truthfully reported as impossible, else 1
     * @throws SandboxException if it cannot run
     */
    public int run() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + settings.timeout().toNanos();
        List<HasMetadata> manifests = Manifests.read(settings.manifests());
        if (settings.kubeconfig() == null) {
            Workloads.checkEmbedded(manifests);
        }
        Topology topology = Topologies.of(settings);
        WorkDirectory work = closer.add(new WorkDirectory());
        Logs.to(work.log("sandbox"));
        Services services = new Services(settings.home(), work);
        services.check();
        MatrixFiles.writeMatrix(topology.delays(), work.file("delays.txt"));
        MatrixFiles.writeMetadata(topology.delays(), work.file("nodes.json"));

        err.println("Edgewise sandbox: " + topology.summary() + " (seed " + settings.seed() + ")");
        Progress progress = closer.add(settings.live() ? new LiveProgress(err) : new PlainProgress(err));
        Startup startup = new Startup(settings, services, work, topology, progress, closer, deadline);
        try {
            Startup.Running running = startup.start();
            List<Verdict> verdicts = placements(running, manifests, topology, progress, startup, deadline);
            progress.close();
            report(verdicts, running, work);
            boolean good =
                    verdicts.stream().allMatch(verdict -> verdict.result().good());
            if (!settings.once()) {
                throw startup.death().join();
            }
            return good ? 0 : 1;
        } catch (SandboxException e) {
            work.keep();
            throw e;
        } finally {
            progress.close();
        }
    }

    private List<Verdict> placements(
            Startup.Running running,
            List<HasMetadata> manifests,
            Topology topology,
            Progress progress,
            Startup startup,
            long deadline) {
        String run = "seed-" + settings.seed() + "-" + ProcessHandle.current().pid();
        CompletableFuture<List<Verdict>> verdicts = Background.call(() -> {
            Progress.Step applying = progress.step("workloads");
            Workloads workloads = Workloads.apply(running.cluster().client(), manifests, run);
            if (!running.cluster().isEmbedded()) {
                closer.add(new Removal(workloads, running.cluster().client(), run));
            }
            applying.done(manifests.size() + " objects, " + workloads.expectedPods() + " pods expected");
            Progress.Step deciding = progress.step("pods");
            ClusterReader reader = new ClusterReader(running.cluster().client(), Workloads.RUN, run);
            List<Verdict> all =
                    new Placements(reader, topology.delays(), workloads.expectedPods()).await(deciding, deadline);
            deciding.done(PlacementTable.summary(all));
            return all;
        });
        return startup.unlessDeath(verdicts);
    }

    private void report(List<Verdict> verdicts, Startup.Running running, WorkDirectory work) {
        out.println();
        out.print(PlacementTable.render(verdicts));
        out.flush();
        if (verdicts.isEmpty() || settings.once()) {
            return;
        }
        Verdict example = verdicts.stream()
                .min(Comparator.comparing(verdict -> verdict.result() == Result.MET))
                .orElseThrow();
        URI explain = running.scheduler()
                .resolve("/api/v1/explain/" + example.pod().namespace() + "/"
                        + example.pod().name());
        out.println();
        out.println("Ask why:        curl -s " + explain);
        out.println(
                "Look around:    kubectl --kubeconfig " + running.cluster().kubeconfig() + " get nodes,pods -o wide");
        out.println("Fail a node:    kubectl --kubeconfig " + running.cluster().kubeconfig()
                + " annotate node edge-1 edgewise.dev/sim-failed=true");
        out.println("Logs:           " + work.file(""));
        out.println("Ctrl-C stops everything.");
        out.flush();
    }

    /** Stops all that was started; safe to call twice and from another thread. */
    @Override
    public void close() {
        closer.close();
    }
}
