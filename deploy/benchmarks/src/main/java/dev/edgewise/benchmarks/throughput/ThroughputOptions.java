package dev.edgewise.benchmarks.throughput;

import dev.edgewise.benchmarks.throughput.api.ApiAccess;
import dev.edgewise.benchmarks.throughput.api.ApiConnection;
import dev.edgewise.benchmarks.throughput.load.Manifests;
import dev.edgewise.benchmarks.throughput.process.Closer;
import dev.edgewise.benchmarks.throughput.process.ControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line, checked. */
final class ThroughputOptions {
    private static final String CONTROL_PLANE = "EDGEWISE_CONTROL_PLANE";
    private static final String ASSETS = "KUBEBUILDER_ASSETS";

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(names = "--nodes", description = "How many nodes.", defaultValue = "500")
    private int nodes;

    @Option(names = "--pods", description = "How many pods wait.", defaultValue = "3000")
    private int pods;

    @Option(names = "--rounds", description = "How often each contestant has its turn.", defaultValue = "3")
    private int rounds;

    @Option(names = "--warm-up", description = "How many pods each binds before.", defaultValue = "10000")
    private int warmUp;

    @Option(
            names = "--contestants",
            split = ",",
            converter = ContestantConverter.class,
            description = "Who takes part.",
            defaultValue = "edgewise,stock,bare-loop")
    private List<Contestant> contestants = List.of();

    @Option(
            names = "--cold",
            negatable = true,
            description = "Measure from the start of the process, too.",
            defaultValue = "true",
            fallbackValue = "true")
    private boolean cold;

    @Option(names = "--kubeconfig", description = "A cluster without nodes and without node lifecycle controller.")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--control-plane",
            description = "A program that starts a control plane; without it " + CONTROL_PLANE + " names it.")
    private @Nullable Path controlPlane;

    @Option(names = "--app", description = "scheduler-service, its jar extracted; extracted anew if it is not given.")
    private @Nullable Path application;

    @Option(
            names = "--java-opts",
            description = "Options of scheduler-service's JVM, separated by blanks.",
            defaultValue = "-XX:+UseSerialGC")
    private String javaOptions = "";

    int nodes() {
        return nodes;
    }

    int pods() {
        return pods;
    }

    int warmUp() {
        return warmUp;
    }

    ContestSettings settings(Path work) {
        return new ContestSettings(contestants, pods, rounds, warmUp, cold, work);
    }

    /** @throws ParameterException naming the first option that is wrong */
    void check() {
        require(nodes >= 1, "--nodes", nodes, "1 or more");
        int room = nodes * Manifests.PODS_PER_NODE;
        require(pods >= 2 && pods <= room, "--pods", pods, "2 to " + room + ", what the nodes have room for");
        require(rounds >= 1, "--rounds", rounds, "1 or more");
        require(warmUp >= 0, "--warm-up", warmUp, "0 or more");
        require(
                contestants.stream().distinct().count() == contestants.size(),
                "--contestants",
                contestants,
                "each once");
        if (controlPlane == null && System.getenv(CONTROL_PLANE) != null) {
            controlPlane = Path.of(System.getenv(CONTROL_PLANE));
        }
        require(
                controlPlane == null || Files.isExecutable(controlPlane),
                "--control-plane",
                controlPlane,
                "a program that can be run");
        if (kubeconfig == null && controlPlane == null) {
            throw wrong("Missing option: --kubeconfig=FILE of a cluster without nodes, or --control-plane=PATH (or "
                    + CONTROL_PLANE + ") of a program that starts one");
        }
        require(
                application == null || Files.isReadable(application.resolve(Application.JAR)),
                "--app",
                application,
                "a directory with an extracted " + Application.JAR);
    }

    /** The kubeconfig that was given, or that of a control plane started now. */
    Path kubeconfig(Path work, Closer closer) throws IOException, InterruptedException {
        if (kubeconfig != null) {
            return kubeconfig.toAbsolutePath();
        }
        return closer.add(ControlPlane.up(Objects.requireNonNull(controlPlane), work.resolve("control-plane")))
                .kubeconfig();
    }

    /** Access to the cluster, tried once. */
    ApiAccess access(Path file) {
        try {
            ApiAccess access = ApiAccess.of(file);
            try (ApiConnection api = new ApiConnection(access)) {
                require(api.get("/version").isSuccess(), "--kubeconfig", file, "one whose server answers");
            }
            return access;
        } catch (IllegalArgumentException | IOException e) {
            throw wrong("Invalid value for option '--kubeconfig': '" + file + "': " + e.getMessage()
                    + "; allowed is the file of a cluster that answers");
        }
    }

    Launches launches(Path kubeconfig, Path work) throws IOException, InterruptedException {
        Path app = application;
        if (app == null && contestants.contains(Contestant.EDGEWISE)) {
            app = Application.extract(work);
        }
        return new Launches(
                kubeconfig,
                work,
                app == null ? work : app.toAbsolutePath(),
                javaOptions.isBlank() ? List.of() : List.of(javaOptions.strip().split("\\s+")),
                contestants.contains(Contestant.STOCK) ? programs() : work);
    }

    private Path programs() throws IOException, InterruptedException {
        String assets = System.getenv(ASSETS);
        if (assets != null) {
            return Path.of(assets);
        }
        if (controlPlane != null) {
            return ControlPlane.programs(controlPlane);
        }
        throw wrong("Missing option: --control-plane=PATH (or " + CONTROL_PLANE + ", or the programs in " + ASSETS
                + "), as contestant 'stock' needs kube-scheduler");
    }

    private void require(boolean allowed, String option, @Nullable Object value, String range) {
        if (!allowed) {
            throw wrong("Invalid value for option '" + option + "': '" + value + "'; allowed is " + range);
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
    }
}
