package dev.edgewise.benchmarks.throughput;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** scheduler-service as its image has it: the jar extracted. */
final class Application {
    static final String JAR = "scheduler-service.jar";

    private Application() {}

    /** Extracts the jar that was built. */
    static Path extract(Path work) throws IOException, InterruptedException {
        Path jar = Path.of(System.getProperty("edgewise.root", ""))
                .resolve("scheduler-service")
                .resolve("target")
                .resolve(JAR)
                .toAbsolutePath();
        if (!Files.isReadable(jar)) {
            throw new IllegalStateException(jar + " is missing: ./mvnw -DskipTests package builds it");
        }
        Path target = work.resolve("scheduler-service");
        int status = new ProcessBuilder(
                        Launches.java(),
                        "-Djarmode=tools",
                        "-jar",
                        jar.toString(),
                        "extract",
                        "--destination",
                        target.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .waitFor();
        if (status != 0) {
            throw new IllegalStateException(jar + " could not be extracted: status " + status);
        }
        return target;
    }
}
