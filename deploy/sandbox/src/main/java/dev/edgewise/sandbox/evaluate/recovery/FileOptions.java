package dev.edgewise.sandbox.evaluate.recovery;

import dev.edgewise.sandbox.evaluate.OptionValueParser;
import dev.edgewise.scheduler.model.Pod;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Nodes and pods from files in the formats of the delay prototype. */
final class FileOptions {
    private static final String TOGETHER = "--metadata, --nodes and --pod-files together";

    @Option(
            names = "--metadata",
            paramLabel = "FILE",
            description = "JSON object of node name to row of the matrix; with --nodes and --pod-files.")
    private @Nullable Path metadata;

    @Option(
            names = "--nodes",
            paramLabel = "FILE|DIR",
            description = "JSON: nodes with name, allocatable_memory, cloud; with --metadata and --pod-files.")
    private @Nullable Path nodes;

    @Option(
            names = "--pod-files",
            paramLabel = "FILE|DIR",
            description = "YAML: Deployments; with --metadata and --nodes.")
    private @Nullable Path podFiles;

    @Option(names = "--both", description = "With clusters instead of exact radii, too; with --pod-files.")
    private boolean both;

    /** Content of the files. */
    record Input(NodesWithTrueDelays site, List<Pod> pods, boolean both) {}

    boolean areGiven() {
        return both || Stream.of(metadata, nodes, podFiles).anyMatch(file -> file != null);
    }

    /** Reads all of them; nothing has run yet if they do not agree. */
    Input read(CommandSpec spec, double[][] ms) {
        refuseOthers(spec);
        Path rows = required(spec, "--metadata", metadata);
        Path ofNodes = required(spec, "--nodes", nodes);
        Path ofPods = required(spec, "--pod-files", podFiles);
        try {
            List<String> names = MatrixRowNamesFile.names(rows, ms.length);
            NodesWithTrueDelays site = new NodesWithTrueDelays(NodeFiles.read(ofNodes, names), new Delays(names, ms));
            return new Input(site, DeploymentFilesReader.pods(ofPods, names), both);
        } catch (InputException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    private static void refuseOthers(CommandSpec spec) {
        for (String option : List.of("--pods", "--sizes", "--seeds")) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                Object value = spec.commandLine().getParseResult().matchedOptionValue(option, "");
                throw OptionValueParser.refusal(
                        spec, option, value, "not with --pod-files, which says what pods there are");
            }
        }
    }

    private static Path required(CommandSpec spec, String option, @Nullable Path given) {
        if (given == null) {
            throw OptionValueParser.refusal(spec, option, "", TOGETHER);
        }
        return given;
    }
}
