package dev.edgewise.kubernetes.watch;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until a watch has delivered all that the API server knew when the barrier began: the last writes of another replica may
 * still be on their way. Asks for the newest version, which costs the same however many objects there are, and waits for a bookmark
 * of the watch. Without one, all object versions are compared.
 */
final class CacheSyncBarrier implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(CacheSyncBarrier.class);
    private static final long LOOK_MILLIS = 20;
    /** After a hurried watch was opened, its bookmark comes within about 2 seconds. */
    private static final long HURRY_NANOS = Duration.ofSeconds(4).toNanos();
    /** Between two comparisons of all objects, and between two complaints. */
    private static final long PATIENCE_NANOS = Duration.ofSeconds(10).toNanos();

    private final Reflector<?> watch;
    private final ScheduledExecutorService executor;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final long begun = System.nanoTime();
    private long goal = -1;
    private long hurried = begun - HURRY_NANOS;
    private long compared = begun;
    private long warned = begun;
    /** Whether the API server does not have the kind. */
    private boolean absent;

    private @Nullable Set<ConsistencyCheck.Suspect> missing;

    CacheSyncBarrier(Reflector<?> watch, ScheduledExecutorService executor) {
        this.watch = watch;
        this.executor = executor;
    }

    CompletableFuture<Void> begin() {
        executor.execute(this);
        return done;
    }

    @Override
    public void run() {
        String problem = "the watch has not caught up yet";
        try {
            step();
        } catch (ApiStatusException refused) {
            absent = refused.isNotFound() && watch.isOptional();
            problem = String.valueOf(refused.getMessage());
        } catch (IOException unavailable) {
            problem = String.valueOf(unavailable.getMessage());
        } catch (RuntimeException | Error mistake) {
            problem = mistake.toString();
        }
        if (isDone()) {
            done.complete(null);
        } else {
            warn(problem);
            executor.schedule(this, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void step() throws IOException, ApiStatusException {
        if (goal < 0) {
            goal = watch.watch().newest();
        }
        if (isDone()) {
            return;
        }
        long now = System.nanoTime();
        if (now - hurried >= HURRY_NANOS) {
            hurried = now;
            watch.watch().hurry();
        }
        if (now - compared >= PATIENCE_NANOS) {
            compare();
            compared = System.nanoTime();
        }
    }

    private boolean isDone() {
        if (absent || goal >= 0 && watch.watch().progress() >= goal) {
            return true;
        }
        Set<ConsistencyCheck.Suspect> left = missing;
        return left != null && left.stream().allMatch(watch.consistency()::isSettled);
    }

    /** The versions of the first look are the goal: what comes later is no part of it. One that is gone by now is not either. */
    private void compare() throws IOException, ApiStatusException {
        Set<ConsistencyCheck.Suspect> now = watch.consistency().suspects();
        if (missing == null) {
            missing = now;
        } else {
            Set<NamespacedName> still = ConsistencyCheck.names(now);
            missing.removeIf(suspect -> !still.contains(suspect.name()));
        }
    }

    private void warn(String problem) {
        long now = System.nanoTime();
        if (now - warned >= PATIENCE_NANOS) {
            warned = now;
            LOG.warn(
                    "Not deciding yet, as a watch has not caught up; kind={} version={} wanted={} leadingSeconds={} cause={}",
                    watch.name(),
                    watch.watch().progress(),
                    goal,
                    TimeUnit.NANOSECONDS.toSeconds(now - begun),
                    problem);
        }
    }
}
