package dev.edgewise.kubernetes.http;

import dev.edgewise.http.Address;
import dev.edgewise.http.Answer;
import dev.edgewise.http.Exchanges;
import dev.edgewise.http.Request;
import dev.edgewise.http.Stream;
import io.fabric8.kubernetes.client.Config;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Client of the API server over pooled HTTP/1.1 connections, one blocking exchange at a time on each. Does not retry, but with renewed credentials. If a
 * request fails, its outcome is unknown.
 */
public final class ApiServer implements Closeable {
    static final int UNAUTHORIZED = 401;
    private static final int FIRST_FAILURE = 500;
    /** Less than the 90 s after which the API server closes an idle connection. */
    private static final Duration LONGEST_REST = Duration.ofSeconds(60);

    private final Address address;
    private final Credentials credentials;
    private final Exchanges exchanges;
    private final AnswerDates dates;

    private ApiServer(Address address, Credentials credentials, AnswerDates dates) {
        this.dates = dates;
        this.address = address;
        this.credentials = credentials;
        this.exchanges = new Exchanges(address, LONGEST_REST);
    }

    /**
     * Connects with the first request.
     *
     * @throws IllegalArgumentException if the configuration's certificates or keys cannot be used
     */
    public static ApiServer of(Config config, AnswerDates dates) {
        return new ApiServer(Endpoint.of(config), new Credentials(config), dates);
    }

    /** The same, for one whose clock does not matter. */
    public static ApiServer of(Config config) {
        return of(config, AnswerDates.IGNORED);
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
        if (answer.code() == UNAUTHORIZED && credentials.refused()) {
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
        long sent = System.nanoTime();
        Stream stream = exchanges.open(stream(path, accept), deadline, silence);
        heard(stream.code(), stream.date(), sent);
        if (stream.code() == UNAUTHORIZED && credentials.refused()) {
            stream.close();
            return exchanges.open(stream(path, accept), deadline, silence);
        }
        return stream;
    }

    public boolean isClosed() {
        return exchanges.isClosed();
    }

    /** Ends all connections, and with them all requests that are under way. */
    @Override
    public void close() {
        exchanges.close();
    }

    /** Its URL. */
    @Override
    public String toString() {
        return address.toString();
    }

    /** Lists may be of any length. */
    private ApiResponse exchange(byte[] request, long deadline) throws IOException {
        long sent = System.nanoTime();
        Answer answer = exchanges.send(request, deadline, Integer.MAX_VALUE);
        heard(answer.code(), answer.date(), sent);
        return new ApiResponse(answer.code(), answer.body());
    }

    /** A failure may be a load balancer's answer, by its own clock. */
    private void heard(int code, String date, long sent) {
        if (code < FIRST_FAILURE) {
            dates.heard(date, System.nanoTime() - sent);
        }
    }

    private byte[] stream(String path, String accept) throws IOException {
        return head("GET", path, accept).header("Accept-Encoding", "gzip").bytes();
    }

    private byte[] request(String method, String path, String accept, @Nullable Content content) throws IOException {
        Request request = head(method, path, accept);
        return content == null
                ? request.bytes()
                : request.bytes(content.type(), content.text().getBytes(StandardCharsets.UTF_8));
    }

    private Request head(String method, String path, String accept) throws IOException {
        return new Request(method, address, path).lines(credentials.headers()).header("Accept", accept);
    }
}
