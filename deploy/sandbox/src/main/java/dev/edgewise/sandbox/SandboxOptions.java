package dev.edgewise.sandbox;

import dev.edgewise.sandbox.run.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What the command line may say. */
@Command(
        name = "deploy/sandbox/run",
        mixinStandardHelpOptions = false,
        sortOptions = false,
        description =
                "Runs Edgewise on this machine: Redis, a Kubernetes API with simulated edge nodes, network-probe and "
                        + "scheduler-service. Places the example workloads and shows whether each delay need is met.",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:every need is met, or truthfully reported as impossible (--once)",
            "1:a need is violated, a pod was wrongly refused, or the sandbox could not run",
            "2:an option or a file cannot be used"
        })
final class SandboxOptions implements Callable<Integer> {
    private static final int MOST_NODES = 5000;
    private static final int MOST_SECONDS = 86_400;

    @Option(names = "--once", description = "End after the table instead of staying up.")
    private boolean once;

    @Option(
            names = "--kubeconfig",
            paramLabel = "F",
            description = "Use this cluster's API instead of the embedded one.")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description =
                    "How many simulated nodes, the last one being the cloud (2 to 5000; default 31, or all of --rtt).")
    private @Nullable String nodes;

    @Option(
            names = "--rtt",
            paramLabel = "FILE",
            description = "Delay matrix in ms, n rows of n numbers, plain or .gz.")
    private @Nullable Path rtt;

    @Option(names = "--manifests", paramLabel = "DIR", description = "Apply these instead of deploy/examples/delay.")
    private @Nullable Path manifests;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Whole number (default ${DEFAULT-VALUE}).")
    private String seed = "1";

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "120",
            description = "Until all pods are decided (1 to 86400; default ${DEFAULT-VALUE}).")
    private String timeout = "120";

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    @Spec
    private @Nullable CommandSpec spec;

    private final ToIntFunction<Settings> run;

    SandboxOptions(ToIntFunction<Settings> run) {
        this.run = run;
    }

    @Override
    public Integer call() {
        Integer wantedNodes = nodes == null ? null : (int) whole("--nodes", nodes, 2, MOST_NODES);
        long wantedSeed = whole("--seed", seed, Long.MIN_VALUE, Long.MAX_VALUE);
        long seconds = whole("--timeout", timeout, 1, MOST_SECONDS);
        check(kubeconfig == null || Files.isReadable(kubeconfig), "--kubeconfig", kubeconfig, "a readable file");
        check(rtt == null || Files.isRegularFile(rtt), "--rtt", rtt, "a readable file");
        check(manifests == null || Files.isDirectory(manifests), "--manifests", manifests, "a directory");
        Path home = Path.of(System.getProperty("edgewise.home", "")).toAbsolutePath();
        return run.applyAsInt(new Settings(
                home,
                kubeconfig == null ? null : kubeconfig.toAbsolutePath(),
                wantedNodes,
                rtt,
                manifests == null ? home.resolve("deploy/examples/delay") : manifests,
                wantedSeed,
                Duration.ofSeconds(seconds),
                once,
                Boolean.getBoolean("edgewise.sandbox.live")));
    }

    private long whole(String option, String value, long least, long most) {
        try {
            long number = Long.parseLong(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below, with what is allowed.
        }
        throw refusal(option, value, "a whole number from " + least + " to " + most);
    }

    private void check(boolean good, String option, @Nullable Object value, String allowed) {
        if (!good) {
            throw refusal(option, value, allowed);
        }
    }

    private RuntimeException refusal(String option, @Nullable Object value, String allowed) {
        String message = "Invalid value for option '" + option + "': '" + value + "'; allowed: " + allowed;
        return spec == null
                ? new IllegalArgumentException(message)
                : new ParameterException(spec.commandLine(), message);
    }
}
