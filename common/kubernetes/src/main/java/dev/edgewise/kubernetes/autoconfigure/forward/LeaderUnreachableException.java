package dev.edgewise.kubernetes.autoconfigure.forward;

import dev.edgewise.common.web.BusyException;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Thrown when the leader does not answer a call that this replica forwards; becomes a 503 problem. */
final class LeaderUnreachableException extends BusyException {
    private static final long serialVersionUID = 1L;
    /** Interval at which a replica retries the Lease. */
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    LeaderUnreachableException(String message, Throwable cause) {
        super(message, RETRY_AFTER);
        initCause(cause);
    }

    static LeaderUnreachableException of(URI leader, @Nullable Throwable cause) {
        String why = cause == null || cause.getMessage() == null ? String.valueOf(cause) : cause.getMessage();
        return new LeaderUnreachableException(
                "This replica stands by, and the leader at " + leader.getAuthority() + " does not answer: " + why,
                cause == null ? new IllegalStateException("no cause") : cause);
    }
}
