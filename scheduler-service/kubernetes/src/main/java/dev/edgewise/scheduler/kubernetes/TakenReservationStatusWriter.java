package dev.edgewise.scheduler.kubernetes;

import dev.edgewise.scheduler.state.ReservationState;
import dev.edgewise.scheduler.state.reservations.ReservationWriter;
import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Writes the statuses of reservations whose room a pod takes, many at the same time, and lets that pod wait for a
 * limited time only. The loop that writes all statuses writes what was not written by then.
 */
final class TakenReservationStatusWriter {
    private static final int CAPACITY = 1_000;
    /** Sent at the same time at most, for all pods. */
    static final int THREADS = 16;

    private final ReservationWriter reservations;
    private final Duration longestWait;
    private final AsyncRequestQueue outbox;

    /**
     * Starts the threads.
     *
     * @param longestWait how long a pod waits for all statuses together
     * @param dropped counts what was never sent
     */
    TakenReservationStatusWriter(
            ReservationWriter reservations, Duration longestWait, BindingsInFlight traffic, Counter dropped) {
        this.reservations = reservations;
        this.longestWait = longestWait;
        this.outbox = new AsyncRequestQueue("reservation-ends", CAPACITY, THREADS, Duration.ZERO, traffic, dropped);
    }

    /**
     * Writes the statuses. Never blocks.
     *
     * @param wanted asked right before each write
     * @param written runs once all was tried or the time is over, on any thread; must be quick
     */
    void write(List<ReservationState> ended, BooleanSupplier wanted, Runnable written) {
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<?>[] writes = ended.stream()
                .map(one -> write(one, () -> !over.get() && wanted.getAsBoolean()))
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(writes)
                .completeOnTimeout(null, longestWait.toNanos(), TimeUnit.NANOSECONDS)
                .thenRun(() -> {
                    over.set(true);
                    written.run();
                });
    }

    private CompletableFuture<Void> write(ReservationState ended, BooleanSupplier wanted) {
        CompletableFuture<Void> tried = new CompletableFuture<>();
        outbox.submit(
                () -> {
                    if (wanted.getAsBoolean()) {
                        reservations.write(ended.reservation(), ended.now());
                    }
                    tried.complete(null);
                },
                () -> tried.complete(null));
        return tried;
    }

    /** Takes nothing more, and sends what is queued for at most this long. */
    void stop(Duration flush) {
        outbox.stop(flush);
    }
}
