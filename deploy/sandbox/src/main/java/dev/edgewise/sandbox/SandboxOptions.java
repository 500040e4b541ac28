package dev.edgewise.sandbox;

import dev.edgewise.sandbox.evaluate.OptionValueParser;
import dev.edgewise.sandbox.run.Scenarios;
import dev.edgewise.sandbox.run.ServiceSetting;
import dev.edgewise.sandbox.run.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of the command line. */
@Command(
        name = "deploy/sandbox/run",
        mixinStandardHelpOptions = false,
        sortOptions = false,
        description =
                "Runs Edgewise on this machine: Redis, a Kubernetes API with simulated edge nodes, and the services of a "
                        + "scenario. delay places example workloads and shows whether each delay need is met; energy drains and fills "
                        + "batteries, and functions move; levels lets the levels of four nodes change places every 20 s; rewards has "
                        + "two nodes that fail pods of a type, until they heal; slots has a scheduler outside the cluster run six batch jobs; "
                        + "global has requests run in one of several clusters; recovery "
                        + "switches nodes off; all runs all five services "
                        + "and tells a story of some minutes: a node dies, a link slows down, a battery empties, a type fails.",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:every need is met, or truthfully reported as impossible (--once); functions stayed available and left powerless nodes, "
                    + "with energy within 30 s, with levels in each round; pods avoided nodes as long as these failed them; jobs of slots ran in the slots "
                    + "that were named, and requests of global in the right cluster and nowhere else (--once); "
                    + "each chapter of recovery and all ended as it should (--once)",
            "1:that is not so, or the sandbox could not run",
            "2:an option or a file cannot be used"
        })
final class SandboxOptions implements Callable<Integer> {
    private static final int MOST_NODES = 5000;
    private static final int MOST_SECONDS = 86_400;
    private static final int MOST_MINUTES = 1_440;
    private static final int MOST_EVERY = 3_600;
    private static final int MOST_KILLS = 1_000;

    @Option(
            names = "--scenario",
            paramLabel = "NAME",
            defaultValue = "delay",
            description = "all, recovery, delay, energy, levels, rewards, slots or global (default ${DEFAULT-VALUE}).")
    private String scenario = "delay";

    @Option(
            names = "--minutes",
            paramLabel = "N",
            description = "How long energy and levels last (1 to 1440; default 3 and 20).")
    private @Nullable String minutes;

    @Option(
            names = "--every",
            paramLabel = "SECONDS",
            description =
                    "With levels: how often they change places (5 to 3600; default 20). More where this machine is busy: functions must have left by then.")
    private @Nullable String every;

    @Option(
            names = "--kills",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "With energy or levels: kill -9 function-offloader and scheduler-service this often each, when room is reserved (0 to 1000).")
    private String kills = "0";

    @Option(
            names = "--kube-scheduler",
            paramLabel = "FILE",
            description = "With rewards and --kubeconfig: this stock kube-scheduler decides, and asks the extender.")
    private @Nullable Path kubeScheduler;

    @Option(
            names = "--export",
            paramLabel = "DIR",
            description = "Write decisions, delays, energy and moves of the run as CSV files into this directory.")
    private @Nullable Path export;

    @Option(
            names = "--setting",
            paramLabel = "KEY=VALUE",
            description =
                    "A property of a service, such as edgewise.scheduler.profiles.green.like=edgewise; may be repeated. It replaces what the scenario sets.")
    private @Nullable List<String> properties;

    @Option(names = "--once", description = "End after the table or the story instead of staying up.")
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

    @Option(
            names = "--manifests",
            paramLabel = "DIR",
            description = "Apply these instead of deploy/examples/delay, or deploy/examples/energy.")
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
        Scenarios wanted =
                OptionValueParser.oneOf(spec(), "--scenario", scenario, Scenarios.values(), Scenarios::label);
        Integer wantedMinutes =
                minutes == null ? null : OptionValueParser.whole(spec(), "--minutes", minutes, 1, MOST_MINUTES);
        boolean energy = wanted == Scenarios.ENERGY || wanted == Scenarios.LEVELS;
        String none = " with --scenario " + wanted.label();
        check(wantedMinutes == null || energy, "--minutes", minutes, "none" + none);
        Integer wantedEvery = every == null ? null : OptionValueParser.whole(spec(), "--every", every, 5, MOST_EVERY);
        check(wantedEvery == null || wanted == Scenarios.LEVELS, "--every", every, "none" + none);
        int wantedKills = OptionValueParser.whole(spec(), "--kills", kills, 0, MOST_KILLS);
        check(wantedKills == 0 || energy, "--kills", kills, "0" + none);
        Integer wantedNodes = nodes == null ? null : OptionValueParser.whole(spec(), "--nodes", nodes, 2, MOST_NODES);
        long wantedSeed = OptionValueParser.whole(spec(), "--seed", seed, Long.MIN_VALUE, Long.MAX_VALUE);
        long seconds = OptionValueParser.whole(spec(), "--timeout", timeout, 1, MOST_SECONDS);
        checkFiles(wanted);
        Path home = Path.of(System.getProperty("edgewise.home", "")).toAbsolutePath();
        return run.applyAsInt(new Settings(
                home,
                wanted,
                kubeconfig == null ? null : kubeconfig.toAbsolutePath(),
                wantedNodes,
                rtt,
                manifests == null ? home.resolve("deploy/examples").resolve(wanted.examples()) : manifests,
                wantedMinutes,
                wantedEvery,
                wantedKills,
                kubeScheduler == null ? null : kubeScheduler.toAbsolutePath(),
                properties(),
                export == null ? null : export.toAbsolutePath(),
                wantedSeed,
                Duration.ofSeconds(seconds),
                once,
                Boolean.getBoolean("edgewise.sandbox.live")));
    }

    private List<ServiceSetting> properties() {
        List<ServiceSetting> parsed = new ArrayList<>();
        for (String text : properties == null ? List.<String>of() : properties) {
            ServiceSetting setting = ServiceSetting.parse(text);
            if (setting == null) {
                throw OptionValueParser.refusal(spec(), "--setting", text, ServiceSetting.ALLOWED);
            }
            parsed.add(setting);
        }
        return parsed;
    }

    private void checkFiles(Scenarios wanted) {
        boolean stock = kubeScheduler == null || wanted == Scenarios.REWARDS && kubeconfig != null;
        check(stock, "--kube-scheduler", kubeScheduler, "none without --scenario rewards and --kubeconfig");
        boolean runs = kubeScheduler == null || Files.isExecutable(kubeScheduler);
        check(runs, "--kube-scheduler", kubeScheduler, "a program");
        check(kubeconfig == null || Files.isReadable(kubeconfig), "--kubeconfig", kubeconfig, "a readable file");
        check(rtt == null || Files.isRegularFile(rtt), "--rtt", rtt, "a readable file");
        check(manifests == null || Files.isDirectory(manifests), "--manifests", manifests, "a directory");
    }

    private void check(boolean good, String option, @Nullable Object value, String allowed) {
        if (!good) {
            throw OptionValueParser.refusal(spec(), option, value, allowed);
        }
    }

    private CommandSpec spec() {
        return Objects.requireNonNull(spec, "set by picocli");
    }
}
