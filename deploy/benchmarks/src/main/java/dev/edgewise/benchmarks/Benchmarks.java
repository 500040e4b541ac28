package dev.edgewise.benchmarks;

import dev.edgewise.benchmarks.decision.DecisionBenchmark;
import dev.edgewise.benchmarks.energy.EnergyRefreshBenchmark;
import dev.edgewise.benchmarks.global.GlobalBenchmark;
import dev.edgewise.benchmarks.global.GlobalMemoryBenchmark;
import dev.edgewise.benchmarks.offload.OffloadPlanBenchmark;
import dev.edgewise.benchmarks.planetlab.PlanetlabBenchmark;
import dev.edgewise.benchmarks.probe.GoldpingerBenchmark;
import dev.edgewise.benchmarks.probe.ProbeRoundBenchmark;
import dev.edgewise.benchmarks.report.BenchmarkCommand;
import dev.edgewise.benchmarks.rewards.RewardMemoryBenchmark;
import dev.edgewise.benchmarks.rttindex.RttIndexBenchmark;
import dev.edgewise.benchmarks.slots.SlotMemoryBenchmark;
import dev.edgewise.benchmarks.slots.SlotsBenchmark;
import dev.edgewise.benchmarks.starvation.StarvationBenchmark;
import dev.edgewise.benchmarks.throughput.BindingWhileExplainingBenchmark;
import dev.edgewise.benchmarks.throughput.ExtenderBenchmark;
import dev.edgewise.benchmarks.throughput.PreemptionBenchmark;
import dev.edgewise.benchmarks.throughput.ThroughputBenchmark;
import dev.edgewise.benchmarks.watch.WatchEncodingBenchmark;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The entry point: {@code run NAME [options]}. Ends with status 0 when it ran, 1 when it could not, 2 when it
 * was asked wrongly. */
@Command(name = "run", description = "Runs one benchmark; the last line of its output is JSON.", sortOptions = false)
public final class Benchmarks {
    private static final List<BenchmarkCommand> ALL = List.of(
            new DecisionBenchmark(),
            new RttIndexBenchmark(),
            new PlanetlabBenchmark(),
            new ThroughputBenchmark(),
            new BindingWhileExplainingBenchmark(),
            new PreemptionBenchmark(),
            new ExtenderBenchmark(),
            new SlotsBenchmark(),
            new SlotMemoryBenchmark(),
            new StarvationBenchmark(),
            new ProbeRoundBenchmark(),
            new GoldpingerBenchmark(),
            new EnergyRefreshBenchmark(),
            new OffloadPlanBenchmark(),
            new RewardMemoryBenchmark(),
            new WatchEncodingBenchmark(),
            new GlobalBenchmark(),
            new GlobalMemoryBenchmark());

    private Benchmarks() {}

    /** Runs the benchmark that the arguments name and exits. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Benchmarks());
        ALL.forEach(commandLine::addSubcommand);
        commandLine.setParameterExceptionHandler(new UsageErrors());
        commandLine.setExecutionExceptionHandler((failure, command, parsed) -> {
            command.getErr().println(command.getCommandName() + " did not run: " + failure.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        });
        return commandLine;
    }
}
