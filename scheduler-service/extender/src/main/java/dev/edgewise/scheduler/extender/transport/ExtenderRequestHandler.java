package dev.edgewise.scheduler.extender.transport;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.extender.buffer.BufferPool;
import dev.edgewise.scheduler.extender.buffer.BufferPool.Buffer;
import dev.edgewise.scheduler.extender.judgement.ExtenderMetrics;
import dev.edgewise.scheduler.extender.wire.ExtenderVerb;
import java.io.IOException;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Receives requests and has them answered, or refuses them. */
final class ExtenderRequestHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ExtenderRequestHandler.class);

    /**
     * The initial size of an answer with scores as a multiple of its request, as short names need; other answers start
     * with the request's size.
     */
    private static final int GROWTH = 4;

    /**
     * The divisor of the share of memory left to clients that sent a pod which the watch shows, as any client may send
     * large bodies slowly.
     */
    private static final int KEPT_FROM_STRANGERS = 3;

    private static final int LEAST_ROOM = 1024;
    private static final int MOST_ROOM = 1024 * 1024;
    /** The maximum length of an array. */
    private static final int LONGEST = Integer.MAX_VALUE - Long.BYTES;

    private final ExtenderPaths webhooks;
    private final BufferPool buffers;
    private final BufferPool ofStrangers;
    private final IncomingRequest.Bounds bounds;
    private final ExtenderMetrics tally;
    private final Ticker ticker;

    ExtenderRequestHandler(
            ExtenderPaths webhooks,
            BufferPool buffers,
            IncomingRequest.Bounds bounds,
            ExtenderMetrics tally,
            Ticker ticker) {
        this.webhooks = webhooks;
        this.buffers = buffers;
        this.ofStrangers = buffers.part(buffers.free() - buffers.free() / KEPT_FROM_STRANGERS);
        this.bounds = bounds;
        this.tally = tally;
        this.ticker = ticker;
    }

    /**
     * Answers a request. Returns whether another one may follow on its connection.
     *
     * @param begun when its first byte came in, by the ticker
     */
    boolean handle(ClassicHttpRequest request, long begun, ClientConnection caller) throws IOException, HttpException {
        Buffer output;
        BufferPool memory = caller.isKnown() ? buffers : ofStrangers;
        try (IncomingRequest received = new IncomingRequest(request, begun, webhooks, memory, bounds, ticker)) {
            received.receive(caller::askForBody);
            try {
                received.requireAccepted();
                output = answered(received, memory, caller);
            } catch (RuntimeException e) {
                return caller.refuse(request, refusal(received.verb(), begun, e), received.isGivenUp());
            }
        }
        try {
            return caller.answer(request, output);
        } finally {
            output.release();
        }
    }

    private Buffer answered(IncomingRequest received, BufferPool memory, ClientConnection caller) {
        long growth = received.verb() == ExtenderVerb.PRIORITIZE ? GROWTH : 1;
        int room = (int) Math.min(growth * received.length() + LEAST_ROOM, MOST_ROOM);
        Buffer output = memory.open(room, LONGEST);
        boolean isAnswered = false;
        try {
            if (received.answer(output)) {
                caller.known();
            }
            isAnswered = true;
            return output;
        } finally {
            if (!isAnswered) {
                output.release();
            }
        }
    }

    private ProblemResponse refusal(@Nullable ExtenderVerb verb, long begun, RuntimeException cause) {
        ProblemResponse refusal = ProblemResponse.of(cause);
        if (verb != null) {
            tally.refused(verb, cause, begun);
        }
        if (refusal.internal()) {
            LOG.error("A request failed", cause);
        }
        return refusal;
    }
}
