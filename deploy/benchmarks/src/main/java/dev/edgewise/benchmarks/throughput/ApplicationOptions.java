package dev.edgewise.benchmarks.throughput;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of how scheduler-service is run. */
public final class ApplicationOptions {
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(
            names = "--aot",
            negatable = true,
            description = "With an ahead-of-time cache, as in its image.",
            defaultValue = "true",
            fallbackValue = "true")
    private boolean aot;

    @Option(names = "--app", description = "What deploy/image/prepare made of it; made now if not given.")
    private @Nullable Path directory;

    @Option(names = "--java-opts", description = "More options of its JVM, separated by blanks.", defaultValue = "")
    private String javaOptions = "";

    public void check() {
        OptionChecks.require(
                directory == null || Files.isReadable(directory.resolve(SchedulerServiceJavaOptions.PREPARED)),
                spec,
                "--app",
                directory,
                "a directory that deploy/image/prepare scheduler-service made");
    }

    /** Returns the application to run, prepared now if necessary. */
    public SchedulerServiceJavaOptions application() throws IOException, InterruptedException {
        if (directory != null) {
            return SchedulerServiceJavaOptions.prepared(directory);
        }
        return aot ? SchedulerServiceJavaOptions.trained() : SchedulerServiceJavaOptions.extracted();
    }

    public List<String> javaOptions() {
        return javaOptions.isBlank() ? List.of() : List.of(javaOptions.strip().split("\\s+"));
    }
}
