package dev.edgewise.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryDirectoriesTest {
    @Test
    void whatIsInADirectoryGoesWithIt(@TempDir Path directory) throws IOException {
        Path inner = Files.createDirectories(directory.resolve("kept").resolve("gone/inner"));
        Files.writeString(inner.resolve("file"), "text");

        TemporaryDirectories.delete(directory.resolve("kept/gone"));

        assertThat(directory.resolve("kept")).isEmptyDirectory();
    }
}
