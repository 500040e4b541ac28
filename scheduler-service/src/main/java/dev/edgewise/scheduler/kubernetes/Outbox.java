package dev.edgewise.scheduler.kubernetes;

import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests that nobody waits for: a bounded queue and a few threads. They let bindings go first, but not forever, and
 * not when the queue fills up. What does not fit is dropped and counted.
 */
final class Outbox {
    private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

    private final LinkedBlockingQueue<Entry> queue;
    private final int capacity;
    private final long patienceNanos;
    private final BindTraffic traffic;
    private final Counter dropped;
    private final List<Thread> workers = new ArrayList<>();
    private volatile boolean accepting = true;

    /** Wakes a worker that waits for a request when none will come any more. */
    private static final Entry END = new Entry(() -> {}, () -> {}, 0);

    private record Entry(Runnable request, Runnable ifDropped, long since) {}

    /**
     * @param name of the threads
     * @param patience how long a request lets bindings go first
     * @param dropped counts what was never sent
     */
    Outbox(String name, int capacity, int threads, Duration patience, BindTraffic traffic, Counter dropped) {
        this.queue = new LinkedBlockingQueue<>(capacity);
        this.capacity = capacity;
        this.patienceNanos = patience.toNanos();
        this.traffic = traffic;
        this.dropped = dropped;
        for (int i = 0; i < threads; i++) {
            Thread worker = new Thread(this::work, name + "-" + i);
            worker.setDaemon(true);
            workers.add(worker);
        }
    }

    void start() {
        workers.forEach(Thread::start);
    }

    /** Never blocks. */
    void submit(Runnable request) {
        submit(request, () -> {});
    }

    /**
     * Never blocks.
     *
     * @param ifDropped runs, on any thread, if the request is never sent or fails on our side; must be quick
     */
    void submit(Runnable request, Runnable ifDropped) {
        Entry entry = new Entry(request, ifDropped, System.nanoTime());
        if (!accepting || !queue.offer(entry)) {
            drop(entry);
        }
    }

    private void drop(Entry entry) {
        dropped.increment();
        entry.ifDropped().run();
    }

    /** Takes nothing more, sends what is queued for at most this long, and drops the rest. */
    void stop(Duration flush) {
        accepting = false;
        // Where there is no room for them, nobody waits.
        workers.forEach(worker -> queue.offer(END));
        long deadline = System.nanoTime() + flush.toNanos();
        boolean interrupted = false;
        for (Thread worker : workers) {
            interrupted |= !joined(worker, deadline - System.nanoTime());
        }
        // Taken away before the workers are woken, or one of them might still send it.
        List<Entry> late = new ArrayList<>();
        queue.drainTo(late);
        late.removeIf(entry -> entry == END);
        late.forEach(this::drop);
        workers.forEach(Thread::interrupt);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean joined(Thread worker, long nanos) {
        try {
            if (worker.isAlive() && nanos > 0) {
                TimeUnit.NANOSECONDS.timedJoin(worker, nanos);
            }
            return true;
        } catch (InterruptedException stopping) {
            return false;
        }
    }

    private void work() {
        try {
            while (true) {
                Entry entry = next();
                if (entry == null) {
                    return;
                }
                if (accepting && queue.size() < capacity / 2) {
                    traffic.awaitQuiet(patienceNanos - (System.nanoTime() - entry.since()));
                }
                send(entry);
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    /** The next request; null when there is none left and none will come. */
    private @Nullable Entry next() throws InterruptedException {
        Entry entry = accepting ? queue.take() : queue.poll();
        return entry == END ? null : entry;
    }

    private void send(Entry entry) {
        try {
            entry.request().run();
        } catch (RuntimeException bug) {
            LOG.error("a request to the API server failed on our side", bug);
            drop(entry);
        }
    }
}
