package dev.edgewise.sandbox.run;

import dev.edgewise.testkit.TemporaryDirectories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A temporary directory for this run's files and logs. It goes at the end, unless something failed. */
final class WorkDirectory implements AutoCloseable {
    private final Path directory;
    private volatile boolean keep;

    WorkDirectory() throws IOException {
        directory = Files.createTempDirectory("edgewise-sandbox-");
    }

    Path file(String name) {
        return directory.resolve(name);
    }

    Path log(String part) {
        return directory.resolve(part + ".log");
    }

    /** Leaves it, so that its logs can be read. */
    void keep() {
        keep = true;
    }

    @Override
    public void close() {
        if (keep) {
            return;
        }
        try {
            TemporaryDirectories.delete(directory);
        } catch (IOException | UncheckedIOException e) {
            System.getLogger(WorkDirectory.class.getName())
                    .log(System.Logger.Level.WARNING, "cannot remove " + directory, e);
        }
    }
}
