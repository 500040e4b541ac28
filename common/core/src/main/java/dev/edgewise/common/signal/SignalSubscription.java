package dev.edgewise.common.signal;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A listener's subscription to a {@link SignalStore}. */
public interface SignalSubscription extends AutoCloseable {
    /**
     * Whether the listener was given all rows and gets changes as they come; if not, it holds the last known values.
     */
    boolean connected();

    /** Time of the last change of {@link #connected}. */
    Instant since();

    /** Reason why it is not {@link #connected}; empty if it is, or as long as nothing is known. */
    default Optional<String> trouble() {
        return Optional.empty();
    }

    /** Completes once the listener has heard every row that was there when it began to follow. */
    CompletionStage<@Nullable Void> caughtUp();

    /** Ends the subscription; when it returns the listener is not called any more. May be repeated. */
    @Override
    void close();
}
