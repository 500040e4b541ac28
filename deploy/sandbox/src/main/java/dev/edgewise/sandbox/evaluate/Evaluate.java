package dev.edgewise.sandbox.evaluate;

import dev.edgewise.sandbox.evaluate.energy.EnergyExperiment;
import dev.edgewise.sandbox.evaluate.global.GlobalExperiment;
import dev.edgewise.sandbox.evaluate.recovery.RecoveryExperiment;
import dev.edgewise.sandbox.evaluate.rewards.RewardsExperiment;
import dev.edgewise.sandbox.evaluate.slots.SlotsExperiment;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code deploy/sandbox/evaluate}. */
@Command(
        name = "deploy/sandbox/evaluate",
        synopsisSubcommandLabel = "NAME [options]",
        description = "Runs one experiment. Progress on standard error, one line of JSON on standard output.",
        subcommands = {
            RttEstimationExperiment.class,
            EnergyExperiment.class,
            RewardsExperiment.class,
            RecoveryExperiment.class,
            SlotsExperiment.class,
            GlobalExperiment.class
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:it ran, bars met or not", "1:it could not run", "2:an option or a file cannot be used"})
final class Evaluate {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    private Evaluate() {}

    public static void main(String[] arguments) {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        System.exit(execute(out, err, arguments));
    }

    /** Runs a command line; the exit status. */
    static int execute(PrintWriter out, PrintWriter err, String... arguments) {
        return new CommandLine(new Evaluate())
                .setOut(out)
                .setErr(err)
                .setParameterExceptionHandler((wrong, given) -> {
                    err.println("evaluate: " + OptionValueParser.problem(wrong));
                    err.flush();
                    return CommandLine.ExitCode.USAGE;
                })
                .execute(arguments);
    }
}
