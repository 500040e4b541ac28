package dev.edgewise.common.web;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/**
 * The body of a request as far as it has arrived, and whether that is all of it.
 *
 * @param most bytes that the handler takes
 * @param failure the cause why it is not complete; null if it is
 */
@SuppressWarnings("ArrayRecordComponent")
record ReceivedRequestBody(byte[] bytes, int most, @Nullable Failure failure) {
    private static final String ATTRIBUTE = ReceivedRequestBody.class.getName();
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    enum Failure {
        TOO_LARGE,
        LATE,
        /** The memory for bodies is full. */
        NO_MEMORY
    }

    /** Returns the body that arrived for this request; null if it was not waited for. */
    static @Nullable ReceivedRequestBody of(HttpServletRequest request) {
        return (ReceivedRequestBody) request.getAttribute(ATTRIBUTE);
    }

    void keepIn(HttpServletRequest request) {
        request.setAttribute(ATTRIBUTE, this);
    }

    /**
     * Returns all of it.
     *
     * @throws ResponseStatusException 413 or 408; becomes a problem
     * @throws BusyException if the bodies of others filled the memory
     */
    byte[] complete() {
        if (failure == Failure.TOO_LARGE) {
            throw LimitedRequestBodyReader.tooLarge(most);
        }
        if (failure == Failure.LATE) {
            throw new ResponseStatusException(
                    HttpStatus.REQUEST_TIMEOUT,
                    "The body was not sent within " + AsyncRequestBodyCollector.LONGEST.toSeconds()
                            + " s, or a part of it was late");
        }
        if (failure == Failure.NO_MEMORY) {
            throw new BusyException("The bodies of other requests fill the memory that is kept for them", RETRY_AFTER);
        }
        return bytes;
    }
}
