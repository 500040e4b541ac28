package dev.edgewise.sandbox.run;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** Runs a task on a thread of its own. */
final class BackgroundTask {
    private BackgroundTask() {}

    static <T> CompletableFuture<T> call(Callable<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        result.complete(task.call());
                    } catch (Exception e) {
                        result.completeExceptionally(e);
                    }
                },
                "sandbox");
        thread.setDaemon(true);
        thread.start();
        return result;
    }
}
