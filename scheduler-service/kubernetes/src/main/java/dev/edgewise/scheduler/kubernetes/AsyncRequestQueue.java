package dev.edgewise.scheduler.kubernetes;

import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Sends requests that no caller waits for, from a bounded queue on a few threads. Bindings go first, but not forever,
 * and not when the queue fills up. Requests that do not fit are dropped and counted.
 */
final class AsyncRequestQueue {
    private static final Logger LOG = LoggerFactory.getLogger(AsyncRequestQueue.class);

    private final ThreadPoolExecutor executor;
    private final int capacity;
    private final long patienceNanos;
    private final BindingsInFlight traffic;
    private final Counter dropped;

    private record Entry(AsyncRequestQueue outbox, Runnable request, Runnable ifDropped, long since)
            implements Runnable {
        @Override
        public void run() {
            outbox.send(this);
        }
    }

    /**
     * @param name of the threads
     * @param patience how long a request lets bindings go first
     * @param dropped counts what was never sent
     */
    AsyncRequestQueue(
            String name, int capacity, int threads, Duration patience, BindingsInFlight traffic, Counter dropped) {
        CustomizableThreadFactory daemons = new CustomizableThreadFactory(name + "-");
        daemons.setDaemon(true);
        this.executor = new ThreadPoolExecutor(
                threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(capacity), daemons);
        this.capacity = capacity;
        this.patienceNanos = patience.toNanos();
        this.traffic = traffic;
        this.dropped = dropped;
    }

    /** Never blocks. */
    void submit(Runnable request) {
        submit(request, () -> {});
    }

    /**
     * Never blocks.
     *
     * @param ifDropped runs, on any thread, if the request is never sent or fails unexpectedly; must be quick
     */
    void submit(Runnable request, Runnable ifDropped) {
        Entry entry = new Entry(this, request, ifDropped, System.nanoTime());
        try {
            executor.execute(entry);
        } catch (RejectedExecutionException fullOrStopped) {
            drop(entry);
        }
    }

    /** Takes nothing more, sends what is queued for at most this long, and drops the rest. */
    void stop(Duration flush) {
        executor.shutdown();
        try {
            executor.awaitTermination(flush.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
        executor.shutdownNow().forEach(late -> drop((Entry) late));
    }

    private void send(Entry entry) {
        try {
            if (!executor.isShutdown() && executor.getQueue().size() < capacity / 2) {
                traffic.awaitQuiet(patienceNanos - (System.nanoTime() - entry.since()));
            }
            entry.request().run();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            drop(entry);
        } catch (RuntimeException bug) {
            LOG.error("A request to the API server failed with an unexpected error", bug);
            drop(entry);
        }
    }

    private void drop(Entry entry) {
        dropped.increment();
        entry.ifDropped().run();
    }
}
