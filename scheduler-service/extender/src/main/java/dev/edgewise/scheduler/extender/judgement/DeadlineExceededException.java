package dev.edgewise.scheduler.extender.judgement;

/** Thrown when the deadline of a request has passed. */
final class DeadlineExceededException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DeadlineExceededException(String message) {
        super(message);
    }
}
