package dev.edgewise.benchmarks;

import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Reports what was wrong on the command line and what is allowed instead. */
final class UsageErrors implements IParameterExceptionHandler {
    @Override
    public int handleParseException(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        boolean chosen = command.getSubcommands().isEmpty();
        String allowed = chosen
                ? "options of " + command.getCommandName() + ": " + options(command)
                : "benchmarks: " + String.join(", ", command.getSubcommands().keySet());
        command.getErr().println(wrong.getMessage() + "; " + allowed);
        return CommandLine.ExitCode.USAGE;
    }

    private static String options(CommandLine command) {
        return command.getCommandSpec().options().stream()
                .map(OptionSpec::longestName)
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
