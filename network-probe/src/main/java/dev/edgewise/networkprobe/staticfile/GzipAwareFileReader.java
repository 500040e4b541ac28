package dev.edgewise.networkprobe.staticfile;

import dev.edgewise.networkprobe.matrix.InvalidFileException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Reads files, unpacked if their first two bytes are those of gzip. */
final class GzipAwareFileReader {
    /**
     * Maximum bytes of a file: more than any matrix that fits into memory; protects from a file that unpacks without
     * end.
     */
    private static final int MAX_BYTES = 512 * 1024 * 1024;

    private static final int BUFFER = 64 * 1024;

    private GzipAwareFileReader() {}

    static byte[] read(Path file) throws InvalidFileException {
        try {
            byte[] bytes = Files.readAllBytes(file);
            return isGzip(bytes) ? unpack(file, bytes) : bytes;
        } catch (NoSuchFileException e) {
            throw new InvalidFileException(file.toString(), "there is no such file");
        } catch (AccessDeniedException e) {
            throw new InvalidFileException(file.toString(), "the service has no permission to read it");
        } catch (IOException e) {
            throw new InvalidFileException(file.toString(), "it cannot be read: " + e.getMessage());
        }
    }

    private static boolean isGzip(byte[] bytes) {
        return bytes.length > 2 && (bytes[0] & 0xff) == 0x1f && (bytes[1] & 0xff) == 0x8b;
    }

    private static byte[] unpack(Path file, byte[] packed) throws IOException, InvalidFileException {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(packed), BUFFER)) {
            byte[] bytes = in.readNBytes(MAX_BYTES);
            if (in.read() >= 0) {
                throw new InvalidFileException(file.toString(), "it unpacks to more than " + MAX_BYTES + " bytes");
            }
            return bytes;
        }
    }
}
