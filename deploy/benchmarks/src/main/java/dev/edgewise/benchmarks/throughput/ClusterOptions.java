package dev.edgewise.benchmarks.throughput;

import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.testkit.ControlPlane;
import dev.edgewise.testkit.ResourceCloser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of the control plane. */
public final class ClusterOptions {
    /** Controllers to run: without these two, the leases of simulated nodes, which are not renewed, have no effect. */
    private static final String CONTROLLERS = "*,-nodelifecycle,-nodeipam";

    private static final String SCRIPT = "EDGEWISE_CONTROL_PLANE";
    private static final String ASSETS = "KUBEBUILDER_ASSETS";

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(names = "--kubeconfig", description = "A cluster without nodes and without node lifecycle controller.")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--control-plane",
            description = "A program that starts one if --kubeconfig names none; else " + SCRIPT + " names it.")
    private @Nullable Path controlPlane;

    public void check() {
        String script = System.getenv(SCRIPT);
        if (controlPlane == null && script != null) {
            controlPlane = Path.of(script);
        }
        OptionChecks.require(
                controlPlane == null || Files.isExecutable(controlPlane),
                spec,
                "--control-plane",
                controlPlane,
                "a program that can be run: PATH up DIR, PATH down DIR, PATH install");
        if (kubeconfig == null && controlPlane == null) {
            throw OptionChecks.wrong(
                    spec,
                    "Missing option: --kubeconfig=FILE of a cluster without nodes, or --control-plane=PATH (or "
                            + SCRIPT + ") of a program that starts one");
        }
    }

    /** The kubeconfig that was given, or that of a control plane started now. */
    public Path kubeconfig(Path work, ResourceCloser closer) throws IOException, InterruptedException {
        if (kubeconfig != null) {
            return kubeconfig.toAbsolutePath();
        }
        return closer.add(ControlPlane.up(script(), work.resolve("control-plane"), CONTROLLERS))
                .kubeconfig();
    }

    /** The API of the cluster, tried once. */
    public ClusterApi api(Path file, ResourceCloser closer) {
        try {
            ClusterApi api = closer.add(ClusterApi.of(file));
            api.get("/version");
            return api;
        } catch (IllegalArgumentException | IOException e) {
            throw OptionChecks.wrong(
                    spec,
                    "Invalid value for option '--kubeconfig': '" + file + "': " + e.getMessage()
                            + "; allowed is the kubeconfig of a cluster that answers");
        }
    }

    /** The folder with kube-scheduler. */
    Path programs() throws IOException, InterruptedException {
        String assets = System.getenv(ASSETS);
        if (assets == null && controlPlane == null) {
            throw OptionChecks.wrong(
                    spec,
                    "Missing option: --control-plane=PATH (or " + SCRIPT + ", or the programs in " + ASSETS
                            + "), as contestant 'stock' needs kube-scheduler");
        }
        return assets != null ? Path.of(assets) : ControlPlane.programs(script());
    }

    private Path script() {
        if (controlPlane == null) {
            throw new IllegalStateException("not checked");
        }
        return controlPlane;
    }
}
