package dev.edgewise.global.callback;

import java.io.IOException;

/**
 * Thrown when a callback cannot be sent now; says why, in a message that the author of its request may see: without
 * addresses, and without what a lookup found.
 */
final class UndeliverableException extends IOException {
    private static final long serialVersionUID = 1L;

    UndeliverableException(String message) {
        super(message);
    }
}
