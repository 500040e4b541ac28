package dev.edgewise.scheduler.kubernetes;

import dev.edgewise.common.web.BusyException;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import java.time.Duration;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** Sends requests to the API server for callers of a service, who get its refusals as their answer. */
public final class ApiServerResponseForwarder {
    public static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private ApiServerResponseForwarder() {}

    /** A request to the API server. */
    public interface Request {
        ApiResponse send() throws ApiUnavailableException;
    }

    /**
     * Returns the response, also a refusal.
     *
     * @throws BusyException if the API server does not answer, or cannot now
     */
    public static ApiResponse send(Request request) {
        try {
            ApiResponse response = request.send();
            if (response.isTransient()) {
                throw new BusyException("The API server answers " + response.message(), RETRY_AFTER);
            }
            return response;
        } catch (ApiUnavailableException unanswered) {
            throw new BusyException("The API server does not answer", RETRY_AFTER);
        }
    }

    /** Returns the API server's refusal, such as 403 of a quota, or 404 if the namespace or the kind does not exist. */
    public static ResponseStatusException refused(ApiResponse response) {
        return new ResponseStatusException(
                HttpStatus.valueOf(response.code()), "The API server answers " + response.message());
    }
}
