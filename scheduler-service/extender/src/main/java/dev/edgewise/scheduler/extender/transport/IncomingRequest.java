package dev.edgewise.scheduler.extender.transport;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.scheduler.extender.buffer.BufferPool;
import dev.edgewise.scheduler.extender.buffer.BufferPool.Buffer;
import dev.edgewise.scheduler.extender.transport.ExtenderRoutes.Endpoint;
import dev.edgewise.scheduler.extender.wire.ExtenderVerb;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HeaderElements;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** A request with a complete head: its body so far, or the reason of its refusal. */
final class IncomingRequest implements AutoCloseable {
    /** The most bytes held before any have come, as a client may state a wrong length. */
    private static final int FIRST_BYTES = 64 * 1024;
    /**
     * The number of bytes of a refused body that are still read, as a client that is sending does not read the answer;
     * the same as for the REST interface.
     */
    private static final int MAX_DISCARDED_BYTES = 2 * 1024 * 1024;

    private static final int READ_BYTES = 16 * 1024;

    private final ClassicHttpRequest request;
    private final long begun;
    private final BufferPool buffers;
    private final Limits limits;
    private final Ticker ticker;
    private @Nullable Endpoint endpoint;
    private @Nullable Buffer body;
    private @Nullable RuntimeException refusal;
    private long discarded;
    private boolean isGivenUp;

    /**
     * The limits of one request.
     *
     * @param maxBytes of its body
     * @param timeout how long the request may take to arrive, from its first byte on and also if it is refused; may be
     *     exceeded by one read
     */
    record Limits(int maxBytes, Duration timeout) {}

    /** @param begun when its first byte came in, by the ticker */
    IncomingRequest(
            ClassicHttpRequest request,
            long begun,
            ExtenderRoutes paths,
            BufferPool buffers,
            Limits limits,
            Ticker ticker) {
        this.request = request;
        this.begun = begun;
        this.buffers = buffers;
        this.limits = limits;
        this.ticker = ticker;
        try {
            Endpoint requested = paths.of(request);
            this.endpoint = requested;
            paths.check(requested, request);
            this.body = buffers.open(first(), limits.maxBytes());
        } catch (ResponseStatusException | BusyException e) {
            refuse(e);
        }
    }

    /** Why a request that cannot be read is refused. */
    static ResponseStatusException notHttp(Exception cause) {
        return new ResponseStatusException(
                HttpStatus.BAD_REQUEST, "The request cannot be read as HTTP/1.1: " + cause.getMessage());
    }

    private int first() {
        HttpEntity entity = request.getEntity();
        long announced = entity == null ? 0 : entity.getContentLength();
        return (int) Math.min(announced < 0 ? FIRST_BYTES : Math.min(announced, FIRST_BYTES), limits.maxBytes());
    }

    /** Returns whether the client waits for the status 100 before it sends its body, and is to have it. */
    boolean needsContinue() {
        return expectsContinue() && refusal == null;
    }

    private boolean expectsContinue() {
        Header expected = request.getFirstHeader(HttpHeaders.EXPECT);
        return request.getEntity() != null
                && expected != null
                && HeaderElements.CONTINUE.equalsIgnoreCase(expected.getValue());
    }

    /**
     * Receives the body, until it is complete or given up.
     *
     * @throws IOException if the connection ends first
     */
    void receive() throws IOException {
        HttpEntity entity = request.getEntity();
        if (entity == null) {
            return;
        }
        if (expectsContinue() && refusal != null) {
            isGivenUp = true;
            return;
        }
        try {
            receive(entity.getContent(), entity.getContentLength());
        } catch (SocketTimeoutException e) {
            giveUp(tooSlow());
        } catch (MalformedChunkCodingException | MessageConstraintException e) {
            giveUp(notHttp(e));
        }
    }

    private void receive(InputStream content, long announced) throws IOException {
        byte[] part = new byte[READ_BYTES];
        long received = 0;
        while (received != announced && !isGivenUp) {
            int count = content.read(part);
            if (count < 0) {
                return;
            }
            received += count;
            add(part, count);
            if (received != announced && isLate()) {
                giveUp(tooSlow());
            }
        }
    }

    private void add(byte[] part, int count) {
        if (refusal != null) {
            discarded += count;
            isGivenUp |= discarded > MAX_DISCARDED_BYTES;
            return;
        }
        try {
            requireAllowed(length() + (long) count);
            if (body != null) {
                body.write(part, 0, count);
            }
        } catch (ResponseStatusException | BusyException e) {
            refuse(e);
        }
    }

    private void requireAllowed(long length) {
        if (length > limits.maxBytes()) {
            throw new ResponseStatusException(
                    HttpStatus.CONTENT_TOO_LARGE,
                    "The body is larger than " + limits.maxBytes()
                            + " bytes: set edgewise.scheduler.extender.max-body higher,"
                            + " or nodeCacheCapable: true for the extender in kube-scheduler's configuration, so that"
                            + " it sends names of nodes only");
        }
    }

    private boolean isLate() {
        return ticker.since(begun).compareTo(limits.timeout()) > 0;
    }

    private ResponseStatusException tooSlow() {
        return new ResponseStatusException(
                HttpStatus.REQUEST_TIMEOUT,
                isLate()
                        ? "The request was not all sent within "
                                + limits.timeout().toMillis() + " ms"
                        : "Nothing more of the body was sent for too long");
    }

    /** The rest is not read; what was wrong first is answered. */
    private void giveUp(RuntimeException cause) {
        isGivenUp = true;
        if (refusal == null) {
            refuse(cause);
        }
    }

    private void refuse(RuntimeException cause) {
        refusal = cause;
        close();
    }

    /** Returns whether the rest of a refused body is not awaited: the connection cannot be used further. */
    boolean isGivenUp() {
        return isGivenUp;
    }

    /** Returns the requested verb; null for paths that are not about a pod. */
    @Nullable
    ExtenderVerb verb() {
        return endpoint == null ? null : endpoint.verb();
    }

    /** Returns the length of its body so far, in bytes. */
    int length() {
        return body == null ? 0 : body.length();
    }

    /** @throws RuntimeException why it is refused, if it is */
    void requireAccepted() {
        if (refusal != null) {
            throw refusal;
        }
    }

    /** Returns when its first byte came in, by the ticker. */
    long begun() {
        return begun;
    }

    /** Returns an empty buffer for the answer, of the memory that the body's is of. */
    Buffer openAnswer(int first, int most) {
        return buffers.open(first, most);
    }

    /** Writes the answer to an accepted request. Returns whether the request is about a pod that the watch shows. */
    boolean answer(Buffer output) {
        if (endpoint == null || body == null) {
            throw new IllegalStateException("an accepted request has an endpoint and a body");
        }
        return endpoint.answerer().answer(body.body(), begun, output);
    }

    /** Gives the memory of its body back. */
    @Override
    public void close() {
        if (body != null) {
            body.release();
            body = null;
        }
    }
}
