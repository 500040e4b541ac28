package dev.edgewise.common.web;

/**
 * Thrown when a handler needs a body that has not arrived yet; the handler is called again, from its beginning, once
 * the body is here.
 */
final class BodyPendingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int most;

    /** @param most bytes that the handler takes */
    BodyPendingException(int most) {
        super("the body is awaited", null, false, false);
        this.most = most;
    }

    int most() {
        return most;
    }
}
