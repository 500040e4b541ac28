package dev.edgewise.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Extracts a jar that behaves as Spring Boot's do: it extracts itself to the directory that it is given. */
class ExtractedJarIT {
    @TempDir
    private Path directory;

    private Path jar;

    /** Stand-in of a service: writes its own name into the directory after {@code --destination}. */
    public static final class Extracting {
        private Extracting() {}

        public static void main(String[] arguments) throws IOException {
            List<String> given = List.of(arguments);
            if (!"tools".equals(System.getProperty("jarmode")) || !given.contains("extract")) {
                throw new IllegalArgumentException("not asked to extract: " + given);
            }
            Path target = Files.createDirectories(Path.of(given.get(given.indexOf("--destination") + 1)));
            Files.writeString(target.resolve("service.jar"), "extracted");
        }
    }

    @BeforeEach
    void build() throws IOException {
        jar = directory.resolve("service.jar");
        write(Extracting.class.getName());
    }

    @Test
    void isExtractedOnceForEachBuild() throws IOException {
        Path first = ExtractedJar.of(jar);
        assertThat(first).hasFileName("service.jar").hasContent("extracted");
        Files.writeString(first, "as before");
        assertThat(ExtractedJar.of(jar)).isEqualTo(first).hasContent("as before");

        Files.setLastModifiedTime(jar, FileTime.fromMillis(1_000));
        Path second = ExtractedJar.of(jar);
        assertThat(second).isNotEqualTo(first).hasContent("extracted");
        assertThat(first).as("what runs keeps its files").hasContent("as before");
        try (Stream<Path> builds = Files.list(directory.resolve("extracted"))) {
            assertThat(builds).as("nothing unfinished is left").hasSize(2);
        }
    }

    @Test
    void whatCannotBeExtractedSaysWhy() throws IOException {
        write("dev.edgewise.Missing");
        assertThatThrownBy(() -> ExtractedJar.of(jar))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("service.jar cannot be extracted")
                .hasMessageContaining("dev.edgewise.Missing");
        assertThat(directory.resolve("extracted")).isEmptyDirectory();
    }

    private void write(String main) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
        String file = Extracting.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream output = new JarOutputStream(Files.newOutputStream(jar), manifest);
                var code = Extracting.class.getResourceAsStream("/" + file)) {
            output.putNextEntry(new JarEntry(file));
            output.write(code == null ? new byte[0] : code.readAllBytes());
        }
    }
}
