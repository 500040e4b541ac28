package dev.edgewise.scheduler.failover;

import dev.edgewise.scheduler.protection.ProtectedPod;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Sends requests for different pods, a few at once, and waits for the answers. */
final class ConcurrentRequests {
    private static final int AT_ONCE = 8;

    private final Executor executor;

    ConcurrentRequests(Executor executor) {
        this.executor = executor;
    }

    /**
     * Does what is to be done for each of the pods.
     *
     * @param may asked on this thread before each few
     * @param request thread-safe
     */
    void forEach(List<ProtectedPod> pods, Predicate<ProtectedPod> may, Consumer<ProtectedPod> request) {
        for (int begin = 0; begin < pods.size(); begin += AT_ONCE) {
            CompletableFuture<?>[] few = pods.subList(begin, Math.min(begin + AT_ONCE, pods.size())).stream()
                    .filter(may)
                    .map(pod -> CompletableFuture.runAsync(() -> request.accept(pod), executor))
                    .toArray(CompletableFuture<?>[]::new);
            CompletableFuture.allOf(few).join();
        }
    }
}
