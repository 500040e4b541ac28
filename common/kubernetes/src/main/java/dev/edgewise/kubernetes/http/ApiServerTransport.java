package dev.edgewise.kubernetes.http;

import dev.edgewise.http.Address;
import dev.edgewise.http.BufferedHttpResponse;
import dev.edgewise.http.PooledHttpClient;
import dev.edgewise.http.Request;
import dev.edgewise.http.StreamingHttpResponse;
import io.fabric8.kubernetes.client.Config;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Client of the API server over pooled HTTP/1.1 connections, one blocking exchange at a time on each. Does not retry,
 * but with renewed credentials, which are read again when they change, end, or are refused. If a request fails, its
 * outcome is unknown.
 */
public final class ApiServerTransport implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(ApiServerTransport.class);
    private static final long NEVER = Long.MIN_VALUE;
    static final int UNAUTHORIZED = 401;
    private static final int FIRST_FAILURE = 500;
    /** Maximum idle time of a connection: below the 90 s after which the API server closes it. */
    private static final Duration LONGEST_REST = Duration.ofSeconds(60);

    private final ReloadingClientConfig source;
    private final ApiServerDateListener dates;
    private final ReentrantLock renewing = new ReentrantLock();
    private final List<PooledHttpClient> retired = new CopyOnWriteArrayList<>();
    private final AtomicLong refusedSince = new AtomicLong(NEVER);
    private volatile Access access;

    /**
     * A request.
     *
     * @param accept content types, in HTTP's form
     * @param headers of HTTP, beside those of the credentials
     * @param content of the body; null for none
     * @param mostBytes of the answer's body; a longer answer is an error
     */
    public record Call(
            String method,
            String path,
            String accept,
            Map<String, String> headers,
            @Nullable RequestContent content,
            int mostBytes) {
        public Call {
            headers = Map.copyOf(headers);
        }
    }

    /** The way to the server, with credentials. */
    private record Access(Address address, Credentials credentials, PooledHttpClient exchanges) {
        static Access of(Config config) {
            Address address = ApiServerAddress.of(config);
            return new Access(address, new Credentials(config), new PooledHttpClient(address, LONGEST_REST));
        }
    }

    private ApiServerTransport(ReloadingClientConfig source, ApiServerDateListener dates) {
        this.source = source;
        this.dates = dates;
        this.access = Access.of(source.config());
    }

    /**
     * Connects with the first request.
     *
     * @throws IllegalArgumentException if the configuration's certificates or keys cannot be used
     */
    public static ApiServerTransport of(ReloadingClientConfig source, ApiServerDateListener dates) {
        return new ApiServerTransport(source, dates);
    }

    /** The server of a configuration that never changes, and whose clock does not matter. */
    public static ApiServerTransport of(Config config) {
        return of(ReloadingClientConfig.of(config), ApiServerDateListener.IGNORED);
    }

    /**
     * Sends a request and waits for its answer.
     *
     * @param timeout for all of it, connecting included
     */
    public ApiResponse send(Call call, Duration timeout) throws IOException {
        long deadline = System.nanoTime() + timeout.toNanos();
        Access asked = current();
        ApiResponse answer = exchange(asked, call, deadline);
        if (answer.code() == UNAUTHORIZED && asked.credentials().refused()) {
            answer = exchange(asked, call, deadline);
        }
        if (answer.code() == UNAUTHORIZED && renew()) {
            answer = exchange(access, call, deadline);
        }
        judged(answer.code());
        return answer;
    }

    /**
     * Opens a streaming response, compressed if the server supports it.
     *
     * @param timeout until it begins
     * @param silence from then on, a read fails that waits longer than this for the next byte
     */
    public StreamingHttpResponse open(String path, String accept, Duration timeout, Duration silence)
            throws IOException {
        long deadline = System.nanoTime() + timeout.toNanos();
        Access asked = current();
        StreamingHttpResponse stream = begin(asked, path, accept, deadline, silence);
        if (stream.code() == UNAUTHORIZED && asked.credentials().refused()) {
            stream.close();
            stream = begin(asked, path, accept, deadline, silence);
        }
        if (stream.code() == UNAUTHORIZED && renew()) {
            stream.close();
            stream = begin(access, path, accept, deadline, silence);
        }
        judged(stream.code());
        return stream;
    }

    public boolean isClosed() {
        return access.exchanges().isClosed();
    }

    /** Time for which all requests with these credentials have been refused; zero if they are accepted. */
    public Duration refused() {
        long since = refusedSince.get();
        return since == NEVER ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - since);
    }

    private void judged(int code) {
        if (code != UNAUTHORIZED) {
            refusedSince.set(NEVER);
        } else if (refusedSince.compareAndSet(NEVER, System.nanoTime())) {
            LOG.warn("The API server does not accept the credentials of this service; server={}", this);
        }
    }

    private Access current() {
        if (source.isDue()) {
            renew();
        }
        return access;
    }

    /**
     * Reads the configuration again; whether there are other credentials now. Connections of those before serve no
     * further request.
     */
    private boolean renew() {
        Access before = access;
        if (!renewing.tryLock()) {
            return false;
        }
        try {
            if (before.exchanges().isClosed() || !source.read()) {
                return false;
            }
            access = Access.of(source.config());
            retired.removeIf(PooledHttpClient::isUnused);
            retired.add(before.exchanges());
            before.exchanges().retire();
            LOG.info("The credentials for the API server are others now, and are used; server={}", this);
            return true;
        } catch (RuntimeException unusable) {
            LOG.warn(
                    "The configuration of the API server has changed, and cannot be used; server={} cause={}",
                    this,
                    unusable.getMessage());
            return false;
        } finally {
            renewing.unlock();
        }
    }

    /** Ends all connections, and with them all requests that are under way. */
    @Override
    public void close() {
        access.exchanges().close();
        retired.forEach(PooledHttpClient::close);
    }

    /** Returns the URL. */
    @Override
    public String toString() {
        return access.address().toString();
    }

    private ApiResponse exchange(Access by, Call call, long deadline) throws IOException {
        Request head = head(by, call.method(), call.path(), call.accept());
        for (Map.Entry<String, String> header : call.headers().entrySet()) {
            head.header(header.getKey(), header.getValue());
        }
        RequestContent content = call.content();
        byte[] request = content == null
                ? head.bytes()
                : head.bytes(content.type(), content.text().getBytes(StandardCharsets.UTF_8));
        long sent = System.nanoTime();
        BufferedHttpResponse answer = by.exchanges().send(request, deadline, call.mostBytes());
        heard(answer.code(), answer.date(), sent);
        return new ApiResponse(answer.code(), answer.body());
    }

    private StreamingHttpResponse begin(Access by, String path, String accept, long deadline, Duration silence)
            throws IOException {
        byte[] request =
                head(by, "GET", path, accept).header("Accept-Encoding", "gzip").bytes();
        long sent = System.nanoTime();
        StreamingHttpResponse stream = by.exchanges().open(request, deadline, silence);
        heard(stream.code(), stream.date(), sent);
        return stream;
    }

    private static Request head(Access by, String method, String path, String accept) throws IOException {
        return new Request(method, by.address(), path)
                .lines(by.credentials().headers())
                .header("Accept", accept);
    }

    /** A failure may be a load balancer's answer, by its own clock. */
    private void heard(int code, String date, long sent) {
        if (code < FIRST_FAILURE) {
            dates.heard(date, System.nanoTime() - sent);
        }
    }
}
