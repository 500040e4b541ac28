package dev.edgewise.benchmarks.throughput;

import dev.edgewise.testkit.ExtractedJar;
import dev.edgewise.testkit.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * scheduler-service as its image has it: the jar extracted, with an ahead-of-time cache.
 *
 * @param options of {@code java} that start it, {@code -jar} included
 */
public record SchedulerServiceJavaOptions(List<String> options) {
    /** Arguments file written by {@code deploy/image/prepare}: the options that go with the cache. */
    static final String PREPARED = "java.args";

    /** Placeholder for runs without Edgewise. */
    static final SchedulerServiceJavaOptions NONE = new SchedulerServiceJavaOptions(List.of());

    private static final String SERVICE = "scheduler-service";
    private static final String JAR = "-jar";
    /** The first Java whose cache holds method profiles, too (JEP 515). */
    private static final int CACHING_JAVA = 25;

    /** Reads the options that {@code deploy/image/prepare} wrote into the directory. */
    static SchedulerServiceJavaOptions prepared(Path directory) throws IOException {
        return new SchedulerServiceJavaOptions(Files.readAllLines(directory.resolve(PREPARED)));
    }

    /** Prepares the application if that was not done since it was built: this takes a minute or two. */
    static SchedulerServiceJavaOptions trained() throws IOException, InterruptedException {
        if (Runtime.version().feature() < CACHING_JAVA) {
            throw new IllegalStateException("this is Java " + Runtime.version() + ": an ahead-of-time cache needs "
                    + CACHING_JAVA + " or newer; --no-aot measures without");
        }
        Path directory = root().resolve("deploy/benchmarks/target/prepared-" + Runtime.version());
        Path prepared = directory.resolve(PREPARED);
        if (!Files.exists(prepared)
                || Files.getLastModifiedTime(prepared).compareTo(Files.getLastModifiedTime(jar())) < 0) {
            run(
                    root().resolve("deploy/image/prepare").toString(),
                    SERVICE,
                    directory.toString(),
                    ServiceProcess.java());
        }
        return prepared(directory);
    }

    /** Extracts it, without a cache. */
    static SchedulerServiceJavaOptions extracted() {
        return new SchedulerServiceJavaOptions(
                List.of("-XX:+UseSerialGC", JAR, ExtractedJar.of(jar()).toString()));
    }

    /**
     * The command that starts it, with these options of Java's after its own: of two that contradict each other the
     * last one counts.
     */
    public List<String> command(List<String> javaOptions) {
        List<String> command = new ArrayList<>(List.of(ServiceProcess.java()));
        command.addAll(options);
        int jar = command.indexOf(JAR);
        command.addAll(jar < 0 ? command.size() : jar, javaOptions);
        return command;
    }

    private static Path jar() {
        Path jar = root().resolve(SERVICE).resolve("target").resolve(SERVICE + ".jar");
        if (!Files.isReadable(jar)) {
            throw new IllegalStateException(jar + " is missing: ./mvnw -DskipTests package builds it");
        }
        return jar;
    }

    private static Path root() {
        return Path.of(System.getProperty("edgewise.root", "")).toAbsolutePath();
    }

    private static void run(String... command) throws IOException, InterruptedException {
        int status = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .waitFor();
        if (status != 0) {
            throw new IllegalStateException(Arrays.toString(command) + " ended with status " + status);
        }
    }
}
