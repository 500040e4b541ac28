package dev.edgewise.scheduler.extender;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.scheduler.extender.Buffers.Buffer;
import dev.edgewise.scheduler.extender.Webhooks.Webhook;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** A request of which not all is here yet: its body so far, or why it is refused. */
final class Received implements AutoCloseable {
    /** What is held first, at most: nothing has come of it yet, and what a caller says of its length may be wrong. */
    private static final int FIRST = 64 * 1024;
    /** So much of a body that is refused is read all the same: who is still sending it reads no answer. */
    private static final int MOST_DISCARDED = 2 * 1024 * 1024;

    private final Bounds bounds;
    private final Ticker ticker;
    private final long begun;
    private @Nullable Webhook webhook;
    private @Nullable Buffer body;
    private @Nullable RuntimeException refusal;
    private long discarded;
    private boolean isGivenUp;

    /**
     * Of one body.
     *
     * @param most bytes
     * @param longest how long it may take to arrive, also if it is refused; may be exceeded by one read
     */
    record Bounds(int most, Duration longest) {}

    Received(HttpRequest request, Webhooks webhooks, Buffers buffers, Bounds bounds, Ticker ticker) {
        this.bounds = bounds;
        this.ticker = ticker;
        this.begun = ticker.nanos();
        try {
            requireReadable(request);
            Webhook asked = webhooks.of(request);
            this.webhook = asked;
            webhooks.check(asked, request);
            this.body = buffers.open(first(request), bounds.most());
        } catch (ResponseStatusException | BusyException e) {
            refuse(e);
        }
    }

    private void requireReadable(HttpObject part) {
        if (part.decoderResult().isFailure()) {
            isGivenUp = true;
            throw new ResponseStatusException(
                    HttpStatus.BAD_REQUEST,
                    "This is no HTTP: " + part.decoderResult().cause().getMessage());
        }
    }

    private int first(HttpRequest request) {
        long announced = HttpUtil.getContentLength(request, (long) FIRST);
        return (int) Math.min(Math.min(announced, FIRST), bounds.most());
    }

    /** Takes more of the body, unless it is refused. */
    void add(HttpContent content) {
        isGivenUp |= content.decoderResult().isFailure();
        if (refusal != null) {
            discarded += content.content().readableBytes();
            isGivenUp |= discarded > MOST_DISCARDED;
            return;
        }
        try {
            requireReadable(content);
            requireAllowed(length() + (long) content.content().readableBytes());
            if (body != null) {
                body.write(content.content());
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

    /** Something more came, but not all. Returns whether that takes too long. */
    boolean giveUpIfLate() {
        boolean isLate = ticker.since(begun).compareTo(bounds.longest()) > 0;
        if (isLate) {
            giveUp("The body was not sent within " + bounds.longest().toMillis() + " ms");
        }
        return isLate;
    }

    /** Nothing more came for too long. */
    void stalled() {
        giveUp("Nothing more of the body was sent for too long");
    }

    private void giveUp(String message) {
        isGivenUp = true;
        if (refusal == null) {
            refuse(new ResponseStatusException(HttpStatus.REQUEST_TIMEOUT, message));
        }
    }

    private void refuse(RuntimeException cause) {
        refusal = cause;
        close();
    }

    /** Whether the rest of what is refused is not waited for: the connection is of no further use. */
    boolean isGivenUp() {
        return isGivenUp;
    }

    /** When it began to come in, by the ticker. */
    long begun() {
        return begun;
    }

    /** What it asks; null unless that is a question about a pod. */
    @Nullable
    Verb verb() {
        return webhook == null ? null : webhook.verb();
    }

    /** Of its body so far, in bytes. */
    int length() {
        return body == null ? 0 : body.length();
    }

    /** @throws RuntimeException why it is refused, if it is */
    void requireAccepted() {
        if (refusal != null) {
            throw refusal;
        }
    }

    /** Has it answered; it must be accepted. */
    void answer(Buffer output) {
        if (webhook == null || body == null) {
            throw new IllegalStateException("a request that is not refused has a webhook and a body");
        }
        webhook.answerer().answer(body.body(), begun, output);
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
