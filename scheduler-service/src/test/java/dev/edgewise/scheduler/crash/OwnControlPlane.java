package dev.edgewise.scheduler.crash;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A control plane that a test may harm. The program that {@code EDGEWISE_CONTROL_PLANE} names starts it:
 * {@code up DIR --controllers LIST} prints its kubeconfig, {@code stop|restart DIR PROGRAM} kills one of its programs,
 * {@code down DIR} ends it.
 */
final class OwnControlPlane implements AutoCloseable {
    private static final String TOOL = "EDGEWISE_CONTROL_PLANE";

    private final String tool;
    private final Path directory;
    private final Path kubeconfig;

    private OwnControlPlane(String tool, Path directory) {
        this.tool = tool;
        this.directory = directory;
        this.kubeconfig = Path.of(
                run("up", directory.toString(), "--controllers", "serviceaccount-controller,namespace-controller"));
    }

    /** Starts one; skips the test if there is no program to do so. */
    static OwnControlPlane up() {
        String tool = System.getenv(TOOL);
        assumeTrue(
                tool != null && Files.isExecutable(Path.of(tool)),
                "skipped: set " + TOOL + " to the program that starts and kills control planes");
        try {
            return new OwnControlPlane(tool, Files.createTempDirectory("edgewise-control-plane"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path kubeconfig() {
        return kubeconfig;
    }

    /** Ends a program with SIGKILL. */
    void kill(String program) {
        run("stop", directory.toString(), program);
    }

    /** Ends a program with SIGKILL and starts it again; it need not be ready yet. */
    void restart(String program) {
        run("restart", directory.toString(), program);
    }

    @Override
    public void close() {
        run("down", directory.toString());
    }

    /** The last line it says. */
    private String run(String... arguments) {
        List<String> command = new ArrayList<>(List.of(tool));
        command.addAll(Arrays.asList(arguments));
        try {
            File output = Files.createTempFile("control-plane", ".out").toFile();
            output.deleteOnExit();
            Process process = new ProcessBuilder(command)
                    .redirectOutput(output)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            if (process.waitFor() != 0) {
                throw new IllegalStateException(command + " ended with " + process.exitValue());
            }
            List<String> lines = Files.readAllLines(output.toPath());
            return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
