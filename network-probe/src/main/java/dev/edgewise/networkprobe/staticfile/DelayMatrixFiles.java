package dev.edgewise.networkprobe.staticfile;

import dev.edgewise.networkprobe.matrix.DelayMatrix;
import dev.edgewise.networkprobe.matrix.InvalidFileException;
import dev.edgewise.networkprobe.matrix.MatrixNodesParser;
import dev.edgewise.networkprobe.matrix.MatrixParser;
import dev.edgewise.networkprobe.matrix.NamedMatrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The two files of a delay matrix, and whether they changed. A change is read once the files stayed the same from one
 * look to the next, so that files which are being written are left alone; the first look reads at once. Used by one
 * thread.
 */
final class DelayMatrixFiles {
    private final Path matrix;
    private final Path metadata;
    private @Nullable List<FileState> seen;
    private @Nullable List<FileState> read;

    DelayMatrixFiles(Path matrix, Path metadata) {
        this.matrix = matrix;
        this.metadata = metadata;
    }

    /**
     * Looks at the files.
     *
     * @return the matrix, if the files are new or changed
     * @throws InvalidFileException once for each change, if a file is not what it should be
     */
    Optional<NamedMatrix> look() throws InvalidFileException {
        List<FileState> now = List.of(FileState.of(matrix), FileState.of(metadata));
        boolean settled = seen == null || now.equals(seen);
        seen = now;
        if (!settled || now.equals(read)) {
            return Optional.empty();
        }
        read = now;
        return Optional.of(parse());
    }

    private NamedMatrix parse() throws InvalidFileException {
        DelayMatrix delays = MatrixParser.parse(matrix.toString(), GzipAwareFileReader.read(matrix));
        return new NamedMatrix(
                MatrixNodesParser.parse(metadata.toString(), GzipAwareFileReader.read(metadata), delays.size()),
                delays);
    }

    /**
     * State of a file, compared without reading it: also changes when a link on the way to it points elsewhere, as in a
     * ConfigMap's volume.
     */
    private record FileState(String realPath, FileTime modified, long size, String key) {
        /** A file that is not there or not accessible, for the reason in {@code realPath}. */
        private static final FileTime NEVER = FileTime.fromMillis(0);

        static FileState of(Path file) {
            try {
                Path real = file.toRealPath();
                BasicFileAttributes attributes = Files.readAttributes(real, BasicFileAttributes.class);
                return new FileState(
                        real.toString(),
                        attributes.lastModifiedTime(),
                        attributes.size(),
                        String.valueOf(attributes.fileKey()));
            } catch (IOException e) {
                return new FileState("unreadable: " + e, NEVER, -1, "");
            }
        }
    }
}
