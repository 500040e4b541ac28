package dev.edgewise.kubernetes.autoconfigure.forward;

import dev.edgewise.common.web.BusyException;
import dev.edgewise.common.web.ConcurrencyLimit;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Limits the calls that are forwarded at a time: in all, and for each caller, so that one caller leaves turns to
 * others.
 */
final class ForwardLimits {
    static final int OF_ONE = 4;
    private static final int IN_ALL = 32;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final ConcurrencyLimit all = new ConcurrencyLimit(IN_ALL, "Other calls are being forwarded to the leader");
    /** Calls that are being forwarded, by their caller. */
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();

    /** @throws BusyException if there are too many */
    <T, E extends Exception> T take(String caller, ConcurrencyLimit.Work<T, E> work) throws E {
        if (counts.merge(caller, 1, Integer::sum) > OF_ONE) {
            end(caller);
            throw new BusyException(OF_ONE + " calls of this caller are being forwarded to the leader", RETRY_AFTER);
        }
        try {
            return all.take(work);
        } finally {
            end(caller);
        }
    }

    private void end(String caller) {
        counts.computeIfPresent(caller, (key, count) -> count == 1 ? null : count - 1);
    }
}
