package dev.edgewise.examples.slots;

import dev.edgewise.examples.slots.client.CallerTokenFile;
import dev.edgewise.examples.slots.client.ChangeEvents;
import dev.edgewise.examples.slots.client.SlotApiClient;
import dev.edgewise.examples.slots.client.SlotApiException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command line of the example. */
@Command(
        name = "external-scheduler",
        sortOptions = false,
        description =
                "Learns on one testbed which batch jobs disturb each other, and runs on another the pairs that do so least. Progress on "
                        + "standard error.",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:it ran its rounds, or printed", "1:the service did not answer", "2:an option cannot be used"
        })
public final class ExternalScheduler implements Callable<Integer> {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    @Parameters(paramLabel = "URL", description = "Address of scheduler-service, such as http://localhost:8080.")
    private @Nullable URI address;

    @Option(
            names = {"-p", "--profiler"},
            paramLabel = "TESTBED",
            description = "Testbed to learn on: one node with two slots (default ${DEFAULT-VALUE}).")
    private String profiler = "profiler-slots";

    @Option(
            names = {"-s", "--scheduler"},
            paramLabel = "TESTBED",
            description = "Testbed to schedule on: nodes with two slots (default ${DEFAULT-VALUE}).")
    private String scheduler = "scheduler-slots";

    @Option(
            names = "--just-print",
            description = "Print what is learned and what would be scheduled next, and post nothing.")
    private boolean justPrint;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Schedulings on each testbed, then stop; 0 for no end (default ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--longest-run",
            paramLabel = "SECONDS",
            description = "A Scheduling that takes longer is cut off, above 0 (default ${DEFAULT-VALUE}).")
    private double longestRun = 1800;

    @Option(
            names = "--poll",
            paramLabel = "SECONDS",
            description = "Longest time between two reads of what is waited for, above 0 (default ${DEFAULT-VALUE}).")
    private double poll = 5;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with the token of the caller, for a service that asks for one.")
    private @Nullable Path tokenFile;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    @Spec
    private @Nullable CommandSpec spec;

    public static void main(String[] arguments) {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        System.exit(execute(out, err, arguments));
    }

    /** Runs a command line. Returns the exit status. */
    static int execute(PrintWriter out, PrintWriter err, String... arguments) {
        return new CommandLine(new ExternalScheduler()).setOut(out).setErr(err).execute(arguments);
    }

    @Override
    public Integer call() throws InterruptedException {
        CommandLine line = Objects.requireNonNull(spec, "set by picocli").commandLine();
        URI base = checkedAddress(line);
        Duration longest = seconds(line, "--longest-run", longestRun);
        Duration often = seconds(line, "--poll", poll);
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .build();
        CallerTokenFile token = new CallerTokenFile(tokenFile);
        SlotApiClient slots = new SlotApiClient(client, base, token);
        if (justPrint) {
            return print(line, slots);
        }
        Consumer<String> log = message -> line.getErr().println(message);
        try (ChangeEvents events = new ChangeEvents(client, base, token, FIRST_PAUSE, log)) {
            events.start();
            loop(slots, new SchedulingRun(slots, events, longest, often, log), often, log);
        }
        return CommandLine.ExitCode.OK;
    }

    private void loop(SlotApiClient slots, SchedulingRun runs, Duration pause, Consumer<String> log)
            throws InterruptedException {
        LearnedDataAndJobReservations notebook = new LearnedDataAndJobReservations(slots);
        List<Thread> threads = List.of(
                new Thread(
                        new ExternalSchedulerLoop(
                                new ProfilerStep(slots, runs, notebook, profiler, log), rounds, pause, log),
                        "profiler"),
                new Thread(
                        new ExternalSchedulerLoop(
                                new SchedulerStep(slots, runs, notebook, scheduler, log), rounds, pause, log),
                        "scheduler"));
        // Ctrl-C: both delete what they have posted.
        Thread stop = new Thread(() -> stop(threads), "stop");
        Runtime.getRuntime().addShutdownHook(stop);
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(stop);
        } catch (IllegalStateException e) {
            // It is running: that is why both threads have ended.
        }
    }

    private static void stop(List<Thread> threads) {
        threads.forEach(Thread::interrupt);
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int print(CommandLine line, SlotApiClient slots) {
        try {
            line.getOut()
                    .print(new LearnedMatrixPrintout(slots.jobs())
                            .text(slots.testbed(profiler), slots.testbed(scheduler)));
            line.getOut().flush();
            return CommandLine.ExitCode.OK;
        } catch (SlotApiException e) {
            line.getErr().println(e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    private URI checkedAddress(CommandLine line) {
        URI given = Objects.requireNonNull(address, "required");
        if (!"http".equals(given.getScheme()) && !"https".equals(given.getScheme()) || given.getHost() == null) {
            throw new ParameterException(
                    line, "Invalid value for URL: '" + given + "'; allowed: http://HOST:PORT or https://HOST:PORT");
        }
        if (rounds < 0) {
            throw new ParameterException(
                    line, "Invalid value for option '--rounds': '" + rounds + "'; allowed: 0 or more");
        }
        return given;
    }

    private static Duration seconds(CommandLine line, String option, double value) {
        if (!(value > 0) || value > 1e9) {
            throw new ParameterException(
                    line,
                    "Invalid value for option '" + option + "': '" + value + "'; allowed: above 0, to 1e9 seconds");
        }
        return Duration.ofMillis(Math.max(1, Math.round(value * 1000)));
    }
}
