package dev.edgewise.kubernetes.watch;

import java.io.IOException;

/** Thrown when an event of a watch cannot be understood, however often it comes. */
final class UnreadableEventException extends IOException {
    private static final long serialVersionUID = 1L;

    UnreadableEventException(String problem) {
        super(problem);
    }
}
