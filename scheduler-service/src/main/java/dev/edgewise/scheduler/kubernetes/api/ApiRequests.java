package dev.edgewise.scheduler.kubernetes.api;

import dev.edgewise.scheduler.kubernetes.http.Answer;
import dev.edgewise.scheduler.kubernetes.http.ApiServer;
import dev.edgewise.scheduler.kubernetes.http.Content;
import dev.edgewise.scheduler.kubernetes.http.Stream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Requests without object mapping and without silent retries: whoever asks knows whether asking twice is safe. */
public final class ApiRequests {
    public static final String JSON = "application/json";
    public static final String MERGE_PATCH = "application/merge-patch+json";
    public static final String STRATEGIC_PATCH = "application/strategic-merge-patch+json";

    private final ApiServer server;
    private final Duration timeout;

    /** @param timeout how long an answer may take, connecting included */
    public ApiRequests(ApiServer server, Duration timeout) {
        this.server = server;
        this.timeout = timeout;
    }

    public Reply get(String path) throws UnansweredException {
        return get(path, JSON);
    }

    /** @param accept content types, in HTTP's form */
    public Reply get(String path, String accept) throws UnansweredException {
        return send("GET", path, accept, null);
    }

    public Reply post(String path, String json) throws UnansweredException {
        return send("POST", path, JSON, new Content(JSON, json));
    }

    public Reply put(String path, String json) throws UnansweredException {
        return send("PUT", path, JSON, new Content(JSON, json));
    }

    /** @param type one of the patch types above */
    public Reply patch(String path, String type, String json) throws UnansweredException {
        return send("PATCH", path, JSON, new Content(type, json));
    }

    public Reply delete(String path, String options) throws UnansweredException {
        return send("DELETE", path, JSON, new Content(JSON, options));
    }

    /**
     * Begins an answer that is read while it comes: a watch, or a list that may be long.
     *
     * @param toBegin how long it may take to begin
     * @param silence how long it may stay silent from then on, before a read fails
     */
    public Stream open(String path, String accept, Duration toBegin, Duration silence) throws UnansweredException {
        try {
            return server.open(path, accept, toBegin, silence);
        } catch (IOException failed) {
            throw unanswered(failed, toBegin);
        }
    }

    private Reply send(String method, String path, String accept, @Nullable Content content)
            throws UnansweredException {
        if (Thread.currentThread().isInterrupted()) {
            throw new UnansweredException("interrupted before " + server + " was asked", null);
        }
        try {
            Answer answer = server.send(method, path, accept, content, timeout);
            return new Reply(answer.code(), answer.body());
        } catch (IOException failed) {
            throw unanswered(failed, timeout);
        }
    }

    private UnansweredException unanswered(IOException failed, Duration within) {
        if (server.isClosed()) {
            return new UnansweredException("the client for " + server + " is closed", failed);
        }
        String late = failed instanceof SocketTimeoutException ? " within " + within.toMillis() + " ms" : "";
        return new UnansweredException("no answer from " + server + late + ": " + failed, failed);
    }
}
