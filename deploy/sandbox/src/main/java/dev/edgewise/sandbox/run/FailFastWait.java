package dev.edgewise.sandbox.run;

import java.util.concurrent.CompletableFuture;

/** Waits for several things, but not after one of them has failed. */
final class FailFastWait {
    private FailFastWait() {}

    /** Completes when all have completed, or fails with the first that fails. */
    static CompletableFuture<Boolean> allOf(CompletableFuture<?>... all) {
        CompletableFuture<Boolean> result = new CompletableFuture<>();
        CompletableFuture.allOf(all).thenRun(() -> result.complete(true));
        for (CompletableFuture<?> one : all) {
            one.whenComplete((value, failure) -> {
                if (failure != null) {
                    result.completeExceptionally(failure);
                }
            });
        }
        return result;
    }
}
