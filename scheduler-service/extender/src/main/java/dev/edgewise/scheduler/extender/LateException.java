package dev.edgewise.scheduler.extender;

/** The deadline of a question has passed. */
final class LateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LateException(String message) {
        super(message);
    }
}
