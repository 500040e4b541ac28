package dev.edgewise.benchmarks.throughput.api;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One connection to the API server, HTTP/1.1, one request at a time: the cheapest there is, for the machine that is measured
 * also does this. Connects when needed. For one thread.
 */
public final class ApiConnection implements AutoCloseable {
    /** Content type for watches and lists where names are enough; the API server then sends metadata only. */
    public static final String NAMES_ONLY = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";

    private static final String JSON = "application/json";

    private final ApiAccess access;
    private @Nullable Socket socket;
    private @Nullable InputStream in;

    /** Connects to nothing yet. */
    public ApiConnection(ApiAccess access) {
        this.access = access;
    }

    public Reply get(String path) throws IOException {
        return send("GET", path, JSON, null);
    }

    public Reply post(String path, String json) throws IOException {
        return send("POST", path, JSON, json);
    }

    public Reply delete(String path) throws IOException {
        return send("DELETE", path, JSON, "{\"gracePeriodSeconds\":0}");
    }

    public Reply mergePatch(String path, String json) throws IOException {
        return send("PATCH", path, "application/merge-patch+json", json);
    }

    /**
     * Sends a request again if the connection turns out to have been closed while it was idle: then it was not read. (If it
     * was after all, creating a second time is a conflict.)
     */
    private Reply send(String method, String path, String type, @Nullable String body) throws IOException {
        byte[] request = request(method, path, JSON, type, body);
        if (socket != null) {
            try {
                return reply(exchange(request));
            } catch (IOException idleTooLong) {
                close();
            }
        }
        return reply(exchange(request));
    }

    /** Begins a request whose answer does not end by itself. */
    InputStream open(String path, String accept) throws IOException {
        Head head = exchange(request("GET", path, accept, JSON, null));
        if (head.status() != 200) {
            throw new IOException("GET " + path + ": " + reply(head).text());
        }
        return BodyStream.of(input(), head);
    }

    /** How long the answer may let wait. */
    void patience(int millis) throws IOException {
        if (socket != null) {
            socket.setSoTimeout(millis);
        }
    }

    private Head exchange(byte[] request) throws IOException {
        if (socket == null) {
            socket = access.connect();
            in = new BufferedInputStream(socket.getInputStream(), 1 << 14);
        }
        socket.getOutputStream().write(request);
        return Head.read(input());
    }

    private Reply reply(Head head) throws IOException {
        return new Reply(head.status(), BodyStream.of(input(), head).readAllBytes());
    }

    private InputStream input() throws IOException {
        if (in == null) {
            throw new IOException("the connection is closed");
        }
        return in;
    }

    private byte[] request(String method, String path, String accept, String type, @Nullable String body) {
        String content = body == null ? "" : body;
        StringBuilder text = new StringBuilder(256 + content.length())
                .append(method)
                .append(' ')
                .append(access.path(path))
                .append(" HTTP/1.1\r\nHost: ")
                .append(access.server().getAuthority())
                .append("\r\nAccept: ")
                .append(accept);
        if (access.token() != null) {
            text.append("\r\nAuthorization: Bearer ").append(access.token());
        }
        if (body != null) {
            int length = content.getBytes(StandardCharsets.UTF_8).length;
            text.append("\r\nContent-Type: ")
                    .append(type)
                    .append("\r\nContent-Length: ")
                    .append(length);
        }
        return text.append("\r\n\r\n").append(content).toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        if (socket != null) {
            socket.close();
            socket = null;
            in = null;
        }
    }
}
