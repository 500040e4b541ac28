package dev.edgewise.offloader.scheduler;

/** scheduler-service did not answer, or not with an answer. */
public class SchedulerUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param message for people: why, and what to do where that is known */
    public SchedulerUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
