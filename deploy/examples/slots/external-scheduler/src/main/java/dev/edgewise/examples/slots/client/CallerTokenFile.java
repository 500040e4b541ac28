package dev.edgewise.examples.slots.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The token of the caller, read again for each request: Kubernetes replaces those of pods.
 *
 * @param file that holds it; none for a service that asks for none
 */
public record CallerTokenFile(@Nullable Path file) {
    /** Value of the header {@code Authorization}. */
    Optional<String> header() throws SlotApiException {
        if (file == null) {
            return Optional.empty();
        }
        try {
            return Optional.of("Bearer " + Files.readString(file).strip());
        } catch (IOException e) {
            throw new SlotApiException("the token cannot be read from '" + file + "': " + e, e);
        }
    }
}
