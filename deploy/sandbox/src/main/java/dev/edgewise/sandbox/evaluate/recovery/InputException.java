package dev.edgewise.sandbox.evaluate.recovery;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Thrown when a file of the simulation cannot be used; the message names file, field, value and what is allowed. */
final class InputException extends RuntimeException {
    private static final long serialVersionUID = 1;

    InputException(Path file, String field, @Nullable Object value, String allowed) {
        super(file + ": invalid value for " + field + ": '" + value + "'; allowed: " + allowed);
    }

    InputException(String message) {
        super(message);
    }
}
