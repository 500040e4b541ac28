package dev.edgewise.global.remote;

import dev.edgewise.common.time.Ticker;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Waits for answers of members that may come too late, or never. */
final class FutureDeadlineAwait {
    private FutureDeadlineAwait() {}

    /**
     * Returns the answer; null if there is none before the deadline.
     *
     * @param deadline by the ticker, in ns
     */
    static <T> @Nullable T await(CompletableFuture<T> answer, long deadline, Ticker ticker) {
        try {
            return answer.get(Math.max(0, deadline - ticker.nanos()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException late) {
            return null;
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
