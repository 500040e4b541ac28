package dev.edgewise.sandbox.evaluate;

import dev.edgewise.common.DidYouMean;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Values of options, with errors that name option, value and what is allowed. */
public final class OptionValueParser {
    private static final int MOST_EDITS = 3;

    private OptionValueParser() {}

    /** Describes the problem of a command line, and the option that a mistyped one was probably meant to be. */
    public static String problem(ParameterException wrong) {
        String message = String.valueOf(wrong.getMessage());
        if (!(wrong instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return message;
        }
        String typed = unmatched.getUnmatched().get(0);
        String nearest = DidYouMean.nearest(
                typed, wrong.getCommandLine().getCommandSpec().optionsMap().keySet(), MOST_EDITS);
        return nearest == null ? message : message + ". " + DidYouMean.sentence(List.of(nearest));
    }

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
