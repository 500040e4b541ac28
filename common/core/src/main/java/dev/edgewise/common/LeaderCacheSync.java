package dev.edgewise.common;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Decides whether a new leader's caches hold what the leader before wrote. For one thread. */
public final class LeaderCacheSync {
    private final Supplier<CompletionStage<Void>> caughtUp;
    private @Nullable CompletableFuture<Void> running;

    /**
     * @param caughtUp called each time that this replica begins to lead; done when the caches hold all that there is at
     *     the time of the call
     */
    public LeaderCacheSync(Supplier<CompletionStage<Void>> caughtUp) {
        this.caughtUp = caughtUp;
    }

    /**
     * Whether the caches have caught up; call it repeatedly while this replica leads: the first call begins, and so
     * does the one after a failure.
     */
    public boolean isDone() {
        if (running == null || running.isCompletedExceptionally()) {
            running = caughtUp.get().toCompletableFuture();
        }
        return running.isDone() && !running.isCompletedExceptionally();
    }

    /** Stops catching up: this replica does not lead. */
    public void reset() {
        running = null;
    }
}
