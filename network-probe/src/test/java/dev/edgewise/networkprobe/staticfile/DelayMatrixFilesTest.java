package dev.edgewise.networkprobe.staticfile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.networkprobe.matrix.InvalidFileException;
import dev.edgewise.networkprobe.matrix.NamedMatrix;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DelayMatrixFilesTest {
    @TempDir
    Path directory;

    private Path matrix;
    private Path metadata;
    private DelayMatrixFiles files;

    @BeforeEach
    void twoNodes() throws IOException {
        matrix = directory.resolve("rtt.txt");
        metadata = directory.resolve("nodes.json");
        Files.writeString(matrix, "0 5\n6 0\n");
        Files.writeString(metadata, "{\"a\": 0, \"b\": 1}");
        files = new DelayMatrixFiles(matrix, metadata);
    }

    private static long micros(Optional<NamedMatrix> matrix) {
        return matrix.orElseThrow().delays().micros(0, 1);
    }

    @Test
    void theFirstLookReadsAtOnceAndTheNextOnesNothing() throws Exception {
        assertThat(micros(files.look())).isEqualTo(5_000);
        assertThat(files.look()).isEmpty();
        assertThat(files.look()).isEmpty();
    }

    @Test
    void aChangeIsReadOnceItHasSettled() throws Exception {
        files.look();
        Files.writeString(matrix, "0 7");
        assertThat(files.look()).isEmpty();
        Files.writeString(matrix, "0 70\n6 0\n");
        assertThat(files.look()).isEmpty();

        assertThat(micros(files.look())).isEqualTo(70_000);
        assertThat(files.look()).isEmpty();
    }

    @Test
    void gzipIsToldByItsContent() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write("0 8\n9 0\n".getBytes(UTF_8));
        }
        Files.write(matrix, packed.toByteArray());

        assertThat(micros(files.look())).isEqualTo(8_000);
    }

    @Test
    void aTornGzipIsABadFile() throws Exception {
        Files.write(matrix, new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0});

        assertThatThrownBy(files::look)
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("it cannot be read");
    }

    @Test
    void aBadFileIsToldOnceForEachChange() throws Exception {
        files.look();
        Files.writeString(matrix, "0 bad\n1 0\n");
        assertThat(files.look()).isEmpty();

        assertThatThrownBy(files::look).isInstanceOf(InvalidFileException.class).hasMessageContaining("rtt.txt:1:3: ");
        assertThat(files.look()).isEmpty();
        assertThat(files.look()).isEmpty();
    }

    @Test
    void aMissingFileIsTakenWhenItComes() throws Exception {
        Files.delete(metadata);
        assertThatThrownBy(files::look).isInstanceOf(InvalidFileException.class).hasMessageContaining("no such file");
        assertThat(files.look()).isEmpty();

        Files.writeString(metadata, "{\"a\": 0, \"b\": 1}");
        assertThat(files.look()).isEmpty();
        assertThat(micros(files.look())).isEqualTo(5_000);
    }

    @Test
    void aConfigMapsLinkThatIsSwappedIsAChange() throws Exception {
        Path first = Files.createDirectory(directory.resolve("..1"));
        Path second = Files.createDirectory(directory.resolve("..2"));
        Path data = Files.createSymbolicLink(directory.resolve("..data"), first);
        for (Path version : new Path[] {first, second}) {
            Files.writeString(version.resolve("m"), version.equals(first) ? "0 1\n1 0" : "0 2\n1 0");
            Files.writeString(version.resolve("n"), "{\"a\": 0, \"b\": 1}");
        }
        files = new DelayMatrixFiles(
                Files.createSymbolicLink(directory.resolve("m"), Path.of("..data/m")),
                Files.createSymbolicLink(directory.resolve("n"), Path.of("..data/n")));
        assertThat(micros(files.look())).isEqualTo(1_000);

        Path swap = Files.createSymbolicLink(directory.resolve("..swap"), second);
        Files.move(swap, data, StandardCopyOption.ATOMIC_MOVE);

        assertThat(files.look()).isEmpty();
        assertThat(micros(files.look())).isEqualTo(2_000);
    }
}
