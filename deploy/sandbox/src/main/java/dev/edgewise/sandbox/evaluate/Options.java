package dev.edgewise.sandbox.evaluate;

import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Values of options, with errors that name option, value and what is allowed. */
public final class Options {
    private Options() {}

    /** A whole number from {@code least} to {@code most}. */
    public static int whole(CommandSpec spec, String option, String value, int least, int most) {
        return (int) whole(spec, option, value, (long) least, (long) most);
    }

    /** A whole number from {@code least} to {@code most}. */
    public static long whole(CommandSpec spec, String option, String value, long least, long most) {
        try {
            long number = Long.parseLong(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below, with what is allowed.
        }
        throw refusal(spec, option, value, "a whole number from " + least + " to " + most);
    }

    /** The one of several things that has this name. */
    public static <T> T oneOf(CommandSpec spec, String option, String value, T[] all, Function<T, String> name) {
        return Arrays.stream(all)
                .filter(each -> name.apply(each).equals(value))
                .findFirst()
                .orElseThrow(() -> refusal(
                        spec, option, value, Arrays.stream(all).map(name).collect(Collectors.joining(", "))));
    }

    /** The error that ends the program with the status of a wrong command line. */
    public static ParameterException refusal(CommandSpec spec, String option, @Nullable Object value, String allowed) {
        return new ParameterException(
                spec.commandLine(), "Invalid value for option '" + option + "': '" + value + "'; allowed: " + allowed);
    }
}
