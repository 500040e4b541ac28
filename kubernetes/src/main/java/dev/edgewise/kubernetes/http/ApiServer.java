package dev.edgewise.kubernetes.http;

import io.fabric8.kubernetes.client.Config;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Client of the API server over pooled HTTP/1.1 connections, one blocking exchange at a time on each. Does not retry. If a
 * request fails, its outcome is unknown.
 */
public final class ApiServer implements Closeable {
    private static final int MOST_RESERVED = 1024 * 1024;

    private final Endpoint endpoint;
    private final Credentials credentials;
    private final Connections connections;

    private ApiServer(Endpoint endpoint, Credentials credentials) {
        this.endpoint = endpoint;
        this.credentials = credentials;
        this.connections = new Connections(endpoint);
    }

    /**
     * Connects with the first request.
     *
     * @throws IllegalArgumentException if the configuration's certificates, keys or proxy cannot be used
     */
    public static ApiServer of(Config config) {
        return new ApiServer(Endpoint.of(config), new Credentials(config));
    }

    /**
     * Sends a request and waits for its answer.
     *
     * @param accept content types, in HTTP's form
     * @param content of the body; null for none
     * @param timeout for all of it, connecting included
     */
    public ApiResponse send(String method, String path, String accept, @Nullable Content content, Duration timeout)
            throws IOException {
        long deadline = System.nanoTime() + timeout.toNanos();
        ApiResponse answer = exchange(request(method, path, accept, content), deadline);
        if (answer.code() == HttpURLConnection.HTTP_UNAUTHORIZED && credentials.refused()) {
            return exchange(request(method, path, accept, content), deadline);
        }
        return answer;
    }

    /**
     * Opens a streaming response, compressed if the server supports it.
     *
     * @param timeout until it begins
     * @param silence from then on, a read fails that waits longer than this for the next byte
     */
    public Stream open(String path, String accept, Duration timeout, Duration silence) throws IOException {
        long deadline = System.nanoTime() + timeout.toNanos();
        String accepted = accept + "\r\nAccept-Encoding: gzip";
        Stream stream = begin(request("GET", path, accepted, null), deadline, silence);
        if (stream.code() == HttpURLConnection.HTTP_UNAUTHORIZED && credentials.refused()) {
            stream.close();
            return begin(request("GET", path, accepted, null), deadline, silence);
        }
        return stream;
    }

    public boolean isClosed() {
        return connections.isClosed();
    }

    /** Ends all connections, and with them all requests that are under way. */
    @Override
    public void close() {
        connections.close();
    }

    /** Its URL. */
    @Override
    public String toString() {
        return endpoint.toString();
    }

    private ApiResponse exchange(byte[] request, long deadline) throws IOException {
        Connection connection = connections.take(deadline);
        boolean complete = false;
        try {
            Head head = connection.exchange(request, deadline);
            ApiResponse answer = new ApiResponse(head.code(), read(connection, head, deadline));
            complete = true;
            release(connection, head.reusable());
            return answer;
        } catch (IOException broken) {
            connections.discardIdle();
            throw broken;
        } finally {
            if (!complete) {
                connections.reset(connection);
            }
        }
    }

    private Stream begin(byte[] request, long deadline, Duration silence) throws IOException {
        Connection connection = connections.take(deadline);
        try {
            Head head = connection.exchange(request, deadline);
            connection.allowSilence(silence);
            Body body = connection.body(head);
            return new Stream(head, body, () -> release(connection, body.isEnded() && head.reusable()));
        } catch (IOException broken) {
            connections.discardIdle();
            connections.reset(connection);
            throw broken;
        }
    }

    private void release(Connection connection, boolean reusable) {
        if (reusable) {
            connections.giveBack(connection);
        } else {
            connections.discard(connection);
        }
    }

    private static byte[] read(Connection connection, Head head, long deadline) throws IOException {
        Body body = connection.body(head);
        if (head.length() >= 0 && head.length() <= MOST_RESERVED) {
            return body.readNBytes((int) head.length());
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(64 * 1024);
        byte[] part = new byte[16 * 1024];
        for (int count = body.read(part); count >= 0; count = body.read(part)) {
            bytes.write(part, 0, count);
            Connection.millisUntil(deadline);
        }
        return bytes.toByteArray();
    }

    private byte[] request(String method, String path, String accept, @Nullable Content content) throws IOException {
        requirePrintable(path);
        String head = method + " " + endpoint.prefix() + path + " HTTP/1.1\r\nHost: " + endpoint.authority() + "\r\n"
                + credentials.headers() + "Accept: " + accept + "\r\n";
        if (content == null) {
            return (head + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
        }
        byte[] body = content.text().getBytes(StandardCharsets.UTF_8);
        head += "Content-Type: " + content.type() + "\r\nContent-Length: " + body.length + "\r\n\r\n";
        return joined(head.getBytes(StandardCharsets.ISO_8859_1), body);
    }

    /** Else what somebody wrote into an object could end the request's first line. */
    private static void requirePrintable(String path) throws IOException {
        if (path.chars().anyMatch(character -> character <= ' ' || character >= 0x7f)) {
            throw new ProtocolException("a path has a space, a control character or one outside of ASCII");
        }
    }

    /** One write makes one TLS record and one packet. */
    private static byte[] joined(byte[] head, byte[] body) {
        byte[] all = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, all, head.length, body.length);
        return all;
    }
}
