package dev.edgewise.offloader.scheduler;

import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestClientResponseException;

/** Thrown when scheduler-service did not answer, or answered with an error. */
public class SchedulerUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_ANSWER = 300;

    /** @param message for people: why, and what to do where that is known */
    public SchedulerUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }

    static SchedulerUnavailableException of(RestClientException e) {
        String message = e instanceof RestClientResponseException answer
                ? said(answer)
                : "scheduler-service does not answer: " + cause(e);
        return new SchedulerUnavailableException(message, e);
    }

    private static String said(RestClientResponseException answer) {
        String body = answer.getResponseBodyAsString();
        return "scheduler-service answers " + answer.getStatusCode().value() + ": "
                + body.substring(0, Math.min(body.length(), LONGEST_ANSWER));
    }

    /** Returns what the innermost cause says, or the name of a cause that says nothing, as of a refused connection. */
    private static String cause(RestClientException e) {
        String said = "";
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            said = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        }
        return said;
    }
}
