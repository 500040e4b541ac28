package dev.edgewise.global.remote;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A call that serves all who ask for it while it is under way. Thread-safe. */
final class SingleFlightCall {
    private static final Logger LOG = LoggerFactory.getLogger(SingleFlightCall.class);

    private final BooleanSupplier call;
    private @Nullable CompletableFuture<Boolean> underWay;
    /** The call under way, until it was given to other threads, too. */
    private @Nullable Runnable waiting;

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
        AtomicBoolean isBegun = new AtomicBoolean();
        Runnable task = () -> {
            if (isBegun.compareAndSet(false, true)) {
                run(result);
            }
        };
        synchronized (this) {
            CompletableFuture<Boolean> running = underWay;
            if (running != null) {
                return running;
            }
            underWay = result;
            waiting = task;
        }
        try {
            threads.execute(task);
        } catch (RejectedExecutionException stopping) {
            end(result, false);
        }
        return result;
    }

    /**
     * Begins the call, unless it is under way: then it is given to these threads, too, once, and the first thread that
     * is free makes it. Returns its result.
     */
    CompletableFuture<Boolean> beginNext(Executor threads) {
        CompletableFuture<Boolean> running;
        Runnable task;
        synchronized (this) {
            running = underWay;
            task = waiting;
            waiting = null;
        }
        if (running == null) {
            return begin(threads);
        }
        if (task != null) {
            try {
                threads.execute(task);
            } catch (RejectedExecutionException stopping) {
                LOG.debug("A call does not begin sooner, as its threads have ended");
            }
        }
        return running;
    }

    private void run(CompletableFuture<Boolean> result) {
        boolean isDone = false;
        try {
            isDone = call.getAsBoolean();
        } finally {
            end(result, isDone);
        }
    }

    private void end(CompletableFuture<Boolean> result, boolean isDone) {
        synchronized (this) {
            underWay = null;
            waiting = null;
        }
        result.complete(isDone);
    }
}
