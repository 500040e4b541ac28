package dev.edgewise.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A control plane of one's own, started by a script: {@code up DIR --controllers LIST} prints its kubeconfig, {@code
 * stop|restart DIR PROGRAM} kills one of its programs, {@code down DIR} ends it.
 */
public final class ControlPlane implements AutoCloseable {
    private static final int ATTEMPTS = 3;

    private final Path script;
    private final Path directory;

    private ControlPlane(Path script, Path directory) {
        this.script = script;
        this.directory = directory;
    }

    /**
     * Starts one; returns when its API answers. Tries up to three times, as another process may take one of its ports,
     * or a busy machine be too slow for the script.
     *
     * @param controllers of the controller manager, such as {@code *,-nodelifecycle}
     */
    public static ControlPlane up(Path script, Path directory, String controllers) {
        ControlPlane controlPlane = new ControlPlane(script, directory);
        for (int attempt = 1; ; attempt++) {
            try {
                run(script, "up", directory.toString(), "--controllers", controllers);
                return controlPlane;
            } catch (RuntimeException e) {
                controlPlane.close();
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** The folder with the programs that the script starts; builds them if they are missing. */
    public static Path programs(Path script) {
        return Path.of(run(script, "install"));
    }

    public Path kubeconfig() {
        return directory.resolve("kubeconfig");
    }

    /** Ends a program with SIGKILL and starts it again; it need not be ready yet. */
    public void restart(String program) {
        run(script, "restart", directory.toString(), program);
    }

    @Override
    public void close() {
        run(script, "down", directory.toString());
    }

    /** The process id that was left beside the kubeconfig as {@code PROGRAM.pid}; -1 if there is none. */
    public static long pid(Path kubeconfig, String program) throws IOException {
        Path file = kubeconfig.toAbsolutePath().resolveSibling(program + ".pid");
        return Files.isReadable(file) ? Long.parseLong(Files.readString(file).strip()) : -1;
    }

    /**
     * Returns the last line of the script's output, which goes into a file: a pipe would stay open for the processes
     * that it leaves running.
     */
    private static String run(Path script, String... arguments) {
        List<String> command = Stream.concat(Stream.of(script.toString()), Stream.of(arguments))
                .toList();
        try {
            Path output = Files.createTempFile("control-plane", ".out");
            int status = new ProcessBuilder(command)
                    .redirectOutput(output.toFile())
                    .redirectError(Redirect.INHERIT)
                    .start()
                    .waitFor();
            List<String> lines = Files.readAllLines(output);
            Files.delete(output);
            if (status != 0) {
                throw new IllegalStateException(String.join(" ", command) + " ended with status " + status);
            }
            return lines.isEmpty() ? "" : lines.get(lines.size() - 1).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted: " + String.join(" ", command), e);
        }
    }
}
