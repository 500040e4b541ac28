package dev.edgewise.offloader.scheduler;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestClientResponseException;

/** scheduler-service did not answer, or answered with an error. */
public class SchedulerUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_ANSWER = 300;
    private static final int BUSY = 503;

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

    /**
     * Whether the pods that were asked about may be the reason. They are not where the question was heard by nobody, was not allowed, or had to wait for
     * others.
     */
    public boolean mayBeForPods() {
        if (getCause() instanceof RestClientResponseException answer) {
            return answer.getStatusCode().is5xxServerError()
                    && answer.getStatusCode().value() != BUSY;
        }
        for (Throwable cause = getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException
                    || cause instanceof HttpConnectTimeoutException
                    || cause instanceof NoRouteToHostException
                    || cause instanceof UnknownHostException) {
                return false;
            }
        }
        return true;
    }

    static String said(RestClientResponseException answer) {
        String body = answer.getResponseBodyAsString();
        return "scheduler-service answers " + answer.getStatusCode().value() + ": "
                + body.substring(0, Math.min(body.length(), LONGEST_ANSWER));
    }

    /** What the innermost cause says; one that says nothing, as of a refused connection, has a name. */
    private static String cause(RestClientException e) {
        String said = "";
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            said = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        }
        return said;
    }
}
