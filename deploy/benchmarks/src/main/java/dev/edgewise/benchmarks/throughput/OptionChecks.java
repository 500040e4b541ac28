package dev.edgewise.benchmarks.throughput;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Reports what is wrong on the command line. */
public final class OptionChecks {
    private OptionChecks() {}

    /** @throws ParameterException naming option, value and what is allowed, if it is not */
    public static void require(
            boolean allowed, @Nullable CommandSpec spec, String option, @Nullable Object value, String range) {
        if (!allowed) {
            throw wrong(spec, "Invalid value for option '" + option + "': '" + value + "'; allowed is " + range);
        }
    }

    static ParameterException wrong(@Nullable CommandSpec spec, String message) {
        if (spec == null) {
            throw new IllegalArgumentException(message);
        }
        return new ParameterException(spec.commandLine(), message);
    }
}
