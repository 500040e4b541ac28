package dev.edgewise.networkprobe.goldpinger;

import org.jspecify.annotations.Nullable;

/** An answer that is not what Goldpinger answers. */
final class BadDocumentException extends Exception {
    private static final long serialVersionUID = 1L;

    BadDocumentException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
