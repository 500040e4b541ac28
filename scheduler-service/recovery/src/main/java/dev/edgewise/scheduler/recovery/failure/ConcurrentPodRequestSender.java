package dev.edgewise.scheduler.recovery.failure;

import dev.edgewise.scheduler.state.protection.PodWithBackup;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Sends requests for different pods, a few at once, and waits for the answers. */
final class ConcurrentPodRequestSender {
    private static final int AT_ONCE = 8;
    private static final long IDLE_SECONDS = 30;

    private final Executor executor;

    ConcurrentPodRequestSender(Executor executor) {
        this.executor = executor;
    }

    /**
     * Returns threads of recovery's own, as bindings that hang must not delay it. Requests under way at shutdown end,
     * so that no thread waits for them for ever.
     */
    static ExecutorService threads() {
        AtomicInteger count = new AtomicInteger();
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                AT_ONCE, AT_ONCE, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "recovery-request-" + count.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    /**
     * Sends a request for each of the pods.
     *
     * @param may asked on this thread before each few
     * @param request thread-safe
     */
    void forEach(List<PodWithBackup> pods, Predicate<PodWithBackup> may, Consumer<PodWithBackup> request) {
        for (int begin = 0; begin < pods.size(); begin += AT_ONCE) {
            CompletableFuture<?>[] few = pods.subList(begin, Math.min(begin + AT_ONCE, pods.size())).stream()
                    .filter(may)
                    .map(pod -> CompletableFuture.runAsync(() -> request.accept(pod), executor))
                    .toArray(CompletableFuture<?>[]::new);
            CompletableFuture.allOf(few).join();
        }
    }
}
