package dev.edgewise.scheduler.kubernetes;

import dev.edgewise.common.WriteGate;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.cycle.BindException.Cause;

/**
 * Requests before a binding, sent as long as this replica may write.
 *
 * @param retries how often a request is sent again: it may be carried out twice
 * @param gate asked before each request
 * @param attempts how often a write is based on a fresh read, while others write meanwhile
 * @param doing what the requests are for, as errors say it
 */
record PreBindRequestSender(Retries retries, WriteGate gate, int attempts, String doing) {
    /** A write that is based on a fresh read and succeeds only if no other client wrote meanwhile. */
    interface FreshWrite {
        ApiResponse attempt() throws BindException;
    }

    /** The answer to the last attempt; another follows only a conflict. */
    ApiResponse write(FreshWrite write) throws BindException {
        ApiResponse reply = write.attempt();
        for (int attempt = 1; attempt < attempts && reply.code() == 409; attempt++) {
            reply = write.attempt();
        }
        return reply;
    }

    ApiResponse send(Retries.Attempt request) throws BindException {
        try {
            return retries.send(gate::isOpen, request);
        } catch (ApiUnavailableException unanswered) {
            throw new BindException(Cause.UNAVAILABLE, doing + ": " + unanswered.getMessage(), unanswered);
        }
    }
}
