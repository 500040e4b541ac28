package dev.edgewise.testkit;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files of this repository, for tests, which run in the directory of their module, and for benchmarks, which run
 * anywhere: their script sets {@code edgewise.root}.
 */
public final class RepositoryFiles {
    private RepositoryFiles() {}

    /** Returns the file of this path below the repository's root, such as {@code docs/deploy.md}. */
    public static Path file(String path) {
        Path start = Path.of(System.getProperty("edgewise.root", "")).toAbsolutePath();
        for (Path directory = start; directory != null; directory = directory.getParent()) {
            if (Files.exists(directory.resolve("mvnw"))) {
                return directory.resolve(path);
            }
        }
        throw new IllegalStateException("no directory above " + start + " holds mvnw, as the repository's root does");
    }
}
