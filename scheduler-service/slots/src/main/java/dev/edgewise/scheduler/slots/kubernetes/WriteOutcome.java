package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.kubernetes.http.ApiResponse;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The outcome of an action that was sent to the API server. */
enum WriteOutcome {
    /** Nothing is left to be done, by this request or before. */
    DONE,
    /** The API server does not accept it, and says why; other actions are not affected. */
    REFUSED,
    /** The action is to be repeated. */
    FAILED;

    private static final Logger LOG = LoggerFactory.getLogger(WriteOutcome.class);
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    /** A malformed object, a missing right or quota, an object that is too large, and one that breaks a rule. */
    private static final Set<Integer> REFUSALS = Set.of(400, 403, 413, 422);

    /** Returns the outcome; nothing is left to be done where the object is gone, or is another one. */
    static WriteOutcome of(String what, Object where, ApiResponse reply) {
        if (reply.isSuccess() || reply.code() == NOT_FOUND || reply.code() == CONFLICT) {
            return DONE;
        }
        LOG.warn("Could not {}, trying again; object={} cause={}", what, where, reply.message());
        return isRefusal(reply) ? REFUSED : FAILED;
    }

    /** Returns whether the same request is refused however often it is sent. */
    static boolean isRefusal(ApiResponse reply) {
        return REFUSALS.contains(reply.code());
    }
}
