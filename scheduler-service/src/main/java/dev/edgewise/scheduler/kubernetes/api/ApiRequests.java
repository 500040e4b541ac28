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

    /** Begins an answer that goes on, such as a watch. */
    public Stream open(String path, String accept) throws UnansweredException {
        try {
            return server.open(path, accept, timeout);
        } catch (IOException failed) {
            throw unanswered(failed);
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
            throw unanswered(failed);
        }
    }

    private UnansweredException unanswered(IOException failed) {
        if (server.isClosed()) {
            return new UnansweredException("the client for " + server + " is closed", failed);
        }
        String within = failed instanceof SocketTimeoutException ? " within " + timeout.toMillis() + " ms" : "";
        return new UnansweredException("no answer from " + server + within + ": " + failed, failed);
    }
}
