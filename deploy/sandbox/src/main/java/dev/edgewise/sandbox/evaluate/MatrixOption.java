package dev.edgewise.sandbox.evaluate;

import dev.edgewise.sandbox.topology.MatrixFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The delay matrix of an experiment. */
public final class MatrixOption {
    @Option(
            names = "--matrix",
            paramLabel = "FILE",
            required = true,
            description = "Delays in ms, n rows of n numbers, plain or .gz.")
    private @Nullable Path matrix;

    /** The delays in ms. */
    public double[][] read(CommandSpec spec) {
        Path file = matrix;
        if (file == null || !Files.isRegularFile(file)) {
            throw OptionValueParser.refusal(spec, "--matrix", file, "a readable file");
        }
        try {
            return MatrixFiles.read(file);
        } catch (IOException e) {
            throw OptionValueParser.refusal(
                    spec, "--matrix", file, "a readable file, plain or gzip (" + e.getMessage() + ")");
        } catch (IllegalArgumentException e) {
            throw OptionValueParser.refusal(
                    spec, "--matrix", file, "a square matrix of delays in ms, 0 or more (" + e.getMessage() + ")");
        }
    }
}
