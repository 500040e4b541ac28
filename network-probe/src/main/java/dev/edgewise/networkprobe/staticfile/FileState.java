package dev.edgewise.networkprobe.staticfile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/**
 * What changes when a file does, without reading it: also when a link on the way to it points elsewhere, as in a ConfigMap's
 * volume.
 */
record FileState(String realPath, FileTime modified, long size, String key) {
    /** A file that is not there or not accessible, for the reason that {@code realPath} then tells. */
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
