package dev.edgewise.scheduler.extender.transport;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.scheduler.extender.buffer.BufferPool;
import dev.edgewise.scheduler.extender.buffer.BufferPool.Buffer;
import dev.edgewise.scheduler.extender.transport.ExtenderPaths.Endpoint;
import dev.edgewise.scheduler.extender.wire.ExtenderVerb;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HeaderElements;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** A request with a complete head: its body so far, or the reason of its refusal. */
final class IncomingRequest implements AutoCloseable {
    /** The most bytes held before any have come, as a client may state a wrong length. */
    private static final int FIRST = 64 * 1024;
    /**
     * The number of bytes of a refused body that are still read, as a client that is sending does not read the answer;
     * the same as for the REST interface.
     */
    private static final int MOST_DISCARDED = 2 * 1024 * 1024;

    private static final int PART = 16 * 1024;

    private final ClassicHttpRequest request;
    private final long begun;
    private final Bounds bounds;
    private final Ticker ticker;
    private @Nullable Endpoint webhook;
    private @Nullable Buffer body;
    private @Nullable RuntimeException refusal;
    private long discarded;
    private boolean isGivenUp;

    /**
     * The limits of one request.
     *
     * @param most bytes
     * @param longest how long the request may take to arrive, from its first byte on and also if it is refused; may be
     *     exceeded by one read
     */
    record Bounds(int most, Duration longest) {}

    /** Asks for a body that the caller keeps back. */
    @FunctionalInterface
    interface BodyRequest {
        void send() throws IOException, HttpException;
    }

    /** @param begun when its first byte came in, by the ticker */
    IncomingRequest(
            ClassicHttpRequest request,
            long begun,
            ExtenderPaths webhooks,
            BufferPool buffers,
            Bounds bounds,
            Ticker ticker) {
        this.request = request;
        this.begun = begun;
        this.bounds = bounds;
        this.ticker = ticker;
        try {
            Endpoint asked = webhooks.of(request);
            this.webhook = asked;
            webhooks.check(asked, request);
            this.body = buffers.open(first(), bounds.most());
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
        return (int) Math.min(announced < 0 ? FIRST : Math.min(announced, FIRST), bounds.most());
    }

    /**
     * Takes the body, until it is all here or given up.
     *
     * @param wanted sent if the caller waits for that
     * @throws IOException if the connection ends first
     */
    void receive(BodyRequest wanted) throws IOException, HttpException {
        HttpEntity entity = request.getEntity();
        if (entity == null) {
            return;
        }
        if (waitsToBeAsked()) {
            if (refusal != null) {
                isGivenUp = true;
                return;
            }
            wanted.send();
        }
        try {
            receive(entity.getContent(), entity.getContentLength());
        } catch (SocketTimeoutException e) {
            giveUp(tooSlow());
        } catch (MalformedChunkCodingException | MessageConstraintException e) {
            giveUp(notHttp(e));
        }
    }

    private boolean waitsToBeAsked() {
        Header expected = request.getFirstHeader(HttpHeaders.EXPECT);
        return expected != null && HeaderElements.CONTINUE.equalsIgnoreCase(expected.getValue());
    }

    private void receive(InputStream content, long announced) throws IOException {
        byte[] part = new byte[PART];
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
            isGivenUp |= discarded > MOST_DISCARDED;
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
        if (length > bounds.most()) {
            throw new ResponseStatusException(
                    HttpStatus.CONTENT_TOO_LARGE,
                    "The body is larger than " + bounds.most()
                            + " bytes: set edgewise.scheduler.extender.max-body higher,"
                            + " or nodeCacheCapable: true for the extender in kube-scheduler's configuration, so that"
                            + " it sends names of nodes only");
        }
    }

    private boolean isLate() {
        return ticker.since(begun).compareTo(bounds.longest()) > 0;
    }

    private ResponseStatusException tooSlow() {
        return new ResponseStatusException(
                HttpStatus.REQUEST_TIMEOUT,
                isLate()
                        ? "The request was not all sent within "
                                + bounds.longest().toMillis() + " ms"
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
        return webhook == null ? null : webhook.verb();
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

    /** Has it answered; it must be accepted. Returns whether it is about a pod that the watch shows. */
    boolean answer(Buffer output) {
        if (webhook == null || body == null) {
            throw new IllegalStateException("a request that is not refused has a webhook and a body");
        }
        return webhook.answerer().answer(body.body(), begun, output);
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
