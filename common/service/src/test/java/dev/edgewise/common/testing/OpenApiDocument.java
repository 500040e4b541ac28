package dev.edgewise.common.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The description of a service's REST interface, from which {@code .ci/openapi} writes the pages in {@code
 * docs/reference/rest}.
 */
public final class OpenApiDocument {
    private static final Path FILE = Path.of("target", "openapi.json");

    private OpenApiDocument() {}

    /**
     * Saves the description for the pages, and returns it.
     *
     * @param json the answer of {@code GET /v3/api-docs}
     * @throws UncheckedIOException if the file cannot be written
     */
    public static String saved(String json) {
        try {
            Files.createDirectories(FILE.getParent());
            Files.writeString(FILE, json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return json;
    }
}
