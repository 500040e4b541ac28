package dev.edgewise.scheduler.extender.transport;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.extender.buffer.BufferPool;
import dev.edgewise.scheduler.extender.buffer.BufferPool.Buffer;
import dev.edgewise.scheduler.extender.judgement.ExtenderMetrics;
import dev.edgewise.scheduler.extender.wire.ExtenderVerb;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers requests that have been received, or refuses them. */
final class ExtenderRequestHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ExtenderRequestHandler.class);

    /**
     * The initial size of an answer with scores as a multiple of its request, as short names need; other answers start
     * with the request's size.
     */
    private static final int SCORES_GROWTH = 4;

    /**
     * The divisor of the share of memory left to clients that sent a pod which the watch shows, as any client may send
     * large bodies slowly.
     */
    private static final int KEPT_FOR_KNOWN_CLIENTS = 3;

    private static final int MIN_ANSWER_BYTES = 1024;
    private static final int MAX_INITIAL_BYTES = 1024 * 1024;
    /** The maximum length of an array. */
    private static final int MAX_ARRAY_LENGTH = Integer.MAX_VALUE - Long.BYTES;

    private final ExtenderRoutes paths;
    private final BufferPool buffers;
    private final BufferPool buffersOfUnknownClients;
    private final IncomingRequest.Limits limits;
    private final ExtenderMetrics metrics;
    private final Ticker ticker;

    ExtenderRequestHandler(
            ExtenderRoutes paths,
            BufferPool buffers,
            IncomingRequest.Limits limits,
            ExtenderMetrics metrics,
            Ticker ticker) {
        this.paths = paths;
        this.buffers = buffers;
        this.buffersOfUnknownClients = buffers.part(buffers.free() - buffers.free() / KEPT_FOR_KNOWN_CLIENTS);
        this.limits = limits;
        this.metrics = metrics;
        this.ticker = ticker;
    }

    /**
     * Returns a request with a complete head, before its body is received. The caller closes it.
     *
     * @param begun when its first byte came in, by the ticker
     * @param isKnown whether the client has sent a pod that the watch shows
     */
    IncomingRequest open(ClassicHttpRequest request, long begun, boolean isKnown) {
        return new IncomingRequest(request, begun, paths, isKnown ? buffers : buffersOfUnknownClients, limits, ticker);
    }

    /** Answers a request that has been received, or refuses it. The caller closes the response. */
    ExtenderResponse answer(IncomingRequest received) {
        try {
            received.requireAccepted();
            return answerAccepted(received);
        } catch (RuntimeException e) {
            return new ExtenderResponse.Refusal(problem(received, e), received.isGivenUp());
        }
    }

    private static ExtenderResponse answerAccepted(IncomingRequest received) {
        long growth = received.verb() == ExtenderVerb.PRIORITIZE ? SCORES_GROWTH : 1;
        int size = (int) Math.min(growth * received.length() + MIN_ANSWER_BYTES, MAX_INITIAL_BYTES);
        Buffer output = received.openAnswer(size, MAX_ARRAY_LENGTH);
        boolean isAnswered = false;
        try {
            boolean isAboutWatchedPod = received.answer(output);
            isAnswered = true;
            return new ExtenderResponse.Answer(output, isAboutWatchedPod);
        } finally {
            if (!isAnswered) {
                output.release();
            }
        }
    }

    private ProblemResponse problem(IncomingRequest received, RuntimeException cause) {
        ProblemResponse problem = ProblemResponse.of(cause);
        ExtenderVerb verb = received.verb();
        if (verb != null) {
            metrics.refused(verb, cause, received.begun());
        }
        if (problem.internal()) {
            LOG.error("A request failed", cause);
        }
        return problem;
    }
}
