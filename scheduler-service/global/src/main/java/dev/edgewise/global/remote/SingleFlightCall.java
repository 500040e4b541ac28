package dev.edgewise.global.remote;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A call that serves all who ask for it while it is under way. Thread-safe. */
final class SingleFlightCall {
    private final BooleanSupplier call;
    private @Nullable CompletableFuture<Boolean> underWay;

    /** @param call returns whether it has succeeded; must not throw */
    SingleFlightCall(BooleanSupplier call) {
        this.call = call;
    }

    synchronized boolean isUnderWay() {
        return underWay != null;
    }

    /** Begins the call, unless it is under way; returns its result, false if the threads have ended. */
    CompletableFuture<Boolean> begin(Executor threads) {
        CompletableFuture<Boolean> result = new CompletableFuture<>();
        synchronized (this) {
            CompletableFuture<Boolean> running = underWay;
            if (running != null) {
                return running;
            }
            underWay = result;
        }
        try {
            threads.execute(() -> {
                boolean isDone = false;
                try {
                    isDone = call.getAsBoolean();
                } finally {
                    end(result, isDone);
                }
            });
        } catch (RejectedExecutionException stopping) {
            end(result, false);
        }
        return result;
    }

    private void end(CompletableFuture<Boolean> result, boolean isDone) {
        synchronized (this) {
            underWay = null;
        }
        result.complete(isDone);
    }
}
