package dev.edgewise.scheduler.extender.judgement;

/** The deadline of a request has passed. */
final class DeadlineExceededException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DeadlineExceededException(String message) {
        super(message);
    }
}
