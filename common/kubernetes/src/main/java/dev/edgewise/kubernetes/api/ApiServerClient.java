package dev.edgewise.kubernetes.api;

import dev.edgewise.http.StreamingHttpResponse;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import dev.edgewise.kubernetes.http.RequestContent;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Requests without object mapping or retries: only the caller knows whether a request is safe to repeat. */
public final class ApiServerClient {
    public static final String JSON = "application/json";
    public static final String JSON_PATCH = "application/json-patch+json";
    public static final String MERGE_PATCH = "application/merge-patch+json";
    public static final String STRATEGIC_PATCH = "application/strategic-merge-patch+json";

    private final ApiServerTransport server;
    private final Duration timeout;

    /** @param timeout how long an answer may take, connecting included */
    public ApiServerClient(ApiServerTransport server, Duration timeout) {
        this.server = server;
        this.timeout = timeout;
    }

    public ApiResponse get(String path) throws ApiUnavailableException {
        return get(path, JSON);
    }

    /** @param accept content types, in HTTP's form */
    public ApiResponse get(String path, String accept) throws ApiUnavailableException {
        return send("GET", path, accept, null);
    }

    /**
     * Reads what others may have written at any length.
     *
     * @param accept content types, in HTTP's form
     * @param mostBytes of the answer; a longer one counts as no answer
     */
    public ApiResponse get(String path, String accept, int mostBytes) throws ApiUnavailableException {
        return send("GET", path, accept, null, mostBytes);
    }

    public ApiResponse post(String path, String json) throws ApiUnavailableException {
        return send("POST", path, JSON, new RequestContent(JSON, json));
    }

    public ApiResponse put(String path, String json) throws ApiUnavailableException {
        return send("PUT", path, JSON, new RequestContent(JSON, json));
    }

    /** @param type one of the patch types above */
    public ApiResponse patch(String path, String type, String json) throws ApiUnavailableException {
        return send("PATCH", path, JSON, new RequestContent(type, json));
    }

    public ApiResponse delete(String path, String options) throws ApiUnavailableException {
        return send("DELETE", path, JSON, new RequestContent(JSON, options));
    }

    /**
     * Begins an answer that is read while it comes: a watch, or a list that may be long.
     *
     * @param toBegin how long it may take to begin
     * @param silence how long it may stay silent from then on, before a read fails
     */
    public StreamingHttpResponse open(String path, String accept, Duration toBegin, Duration silence)
            throws ApiUnavailableException {
        try {
            return server.open(path, accept, toBegin, silence);
        } catch (IOException failed) {
            throw unanswered(failed, toBegin);
        }
    }

    private ApiResponse send(String method, String path, String accept, @Nullable RequestContent content)
            throws ApiUnavailableException {
        return send(method, path, accept, content, Integer.MAX_VALUE);
    }

    private ApiResponse send(String method, String path, String accept, @Nullable RequestContent content, int mostBytes)
            throws ApiUnavailableException {
        if (Thread.currentThread().isInterrupted()) {
            throw new ApiUnavailableException("interrupted before " + server + " was asked", null);
        }
        try {
            return server.send(
                    new ApiServerTransport.Call(method, path, accept, Map.of(), content, mostBytes), timeout);
        } catch (IOException failed) {
            throw unanswered(failed, timeout);
        }
    }

    private ApiUnavailableException unanswered(IOException failed, Duration within) {
        if (server.isClosed()) {
            return new ApiUnavailableException("the client for " + server + " is closed", failed);
        }
        String late = failed instanceof SocketTimeoutException ? " within " + within.toMillis() + " ms" : "";
        return new ApiUnavailableException("no answer from " + server + late + ": " + failed, failed);
    }
}
