package dev.edgewise.benchmarks.probe;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that select the measured network-probe. */
final class ProbeOptions {
    @Option(
            names = "--app",
            paramLabel = "DIR",
            description = "What deploy/image/prepare made of network-probe; without it, its jar.")
    private @Nullable Path prepared;

    /** Java's arguments that start it. */
    List<String> application() {
        if (prepared != null) {
            return List.of("@" + readable(prepared.resolve("java.args")));
        }
        Path root = Path.of(System.getProperty("edgewise.root", ""));
        return List.of("-XX:+UseSerialGC", "-jar", readable(root.resolve("network-probe/target/network-probe.jar")));
    }

    private static String readable(Path file) {
        if (!Files.isReadable(file)) {
            throw new IllegalStateException(file + " is missing");
        }
        return file.toAbsolutePath().toString();
    }
}
