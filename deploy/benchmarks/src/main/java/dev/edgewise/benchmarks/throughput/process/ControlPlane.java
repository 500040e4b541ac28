package dev.edgewise.benchmarks.throughput.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A control plane that a script starts and stops; it leaves kubeconfig and process ids in one directory. */
public final class ControlPlane implements AutoCloseable {
    /** Nothing renews the leases of simulated nodes: without these two nobody minds. */
    private static final String CONTROLLERS = "*,-nodelifecycle,-nodeipam";

    private final Path script;
    private final Path directory;

    private ControlPlane(Path script, Path directory) {
        this.script = script;
        this.directory = directory;
    }

    /** Starts one; returns when its API answers. */
    public static ControlPlane up(Path script, Path directory) throws IOException, InterruptedException {
        ControlPlane controlPlane = new ControlPlane(script, directory);
        try {
            run(script, "up", directory.toString(), "--controllers", CONTROLLERS);
        } catch (IOException | InterruptedException | RuntimeException e) {
            controlPlane.close();
            throw e;
        }
        return controlPlane;
    }

    /** The folder with the programs that the script starts; builds them if they are missing. */
    public static Path programs(Path script) throws IOException, InterruptedException {
        return Path.of(run(script, "install"));
    }

    public Path kubeconfig() {
        return directory.resolve("kubeconfig");
    }

    @Override
    public void close() throws IOException {
        try {
            run(script, "down", directory.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Its last line of output. */
    private static String run(Path script, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(Arrays.asList(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        if (status != 0) {
            throw new IllegalStateException(String.join(" ", command) + " ended with status " + status);
        }
        return output.strip().lines().reduce("", (before, line) -> line);
    }

    /** The process id that was left beside the kubeconfig as {@code PROGRAM.pid}; -1 if there is none. */
    public static long pid(Path kubeconfig, String program) throws IOException {
        Path file = kubeconfig.toAbsolutePath().resolveSibling(program + ".pid");
        return Files.isReadable(file) ? Long.parseLong(Files.readString(file).strip()) : -1;
    }
}
