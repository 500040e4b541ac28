package dev.edgewise.kubernetes.watch;

import dev.edgewise.common.Backoff;
import dev.edgewise.common.time.Ticker;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until a watch has delivered all that the API server knew when the barrier began: the last writes of another
 * replica may still be on their way. Asks for the newest version, which costs the same however many objects there are,
 * and waits for a bookmark of the watch. Without one, all object versions are compared. While the API server refuses,
 * it is asked more and more seldom.
 */
final class WatchCatchUpBarrier implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(WatchCatchUpBarrier.class);
    private static final long LOOK_MILLIS = 20;
    /** Time for a hurried watch, whose bookmark comes within about 2 seconds after it was opened. */
    private static final long HURRY_NANOS = Duration.ofSeconds(4).toNanos();
    /** Interval between two comparisons of all objects, and between two warnings. */
    private static final long PATIENCE_NANOS = Duration.ofSeconds(10).toNanos();

    private static final Backoff AFTER_FAILURES = new Backoff(Duration.ofMillis(100), Duration.ofMillis(3_200));
    private static final long NEVER = -1;

    private final Reflector<?> watch;
    private final ScheduledExecutorService executor;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final Ticker ticker;
    private final long begun;
    private long goal = -1;
    private long hurried;
    private long compared;
    private long warned;
    /** Number of consecutive failures. */
    private int failures;
    /** Time when all kinds that are needed had caught up. */
    private volatile long needed = NEVER;
    /** Time when the API server answered last that it is overloaded or broken. */
    private volatile long refused = NEVER;
    /** Whether the API server does not have the kind. */
    private boolean absent;
    /** Whether the last answer will stay the same: this replica may not read the kind. */
    private boolean denied;

    private @Nullable Set<ConsistencyCheck.Suspect> missing;

    WatchCatchUpBarrier(Reflector<?> watch, ScheduledExecutorService executor, Ticker ticker) {
        this.watch = watch;
        this.executor = executor;
        this.ticker = ticker;
        this.begun = ticker.nanos();
        this.hurried = begun - HURRY_NANOS;
        this.compared = begun;
        this.warned = begun;
    }

    CompletableFuture<Void> begin() {
        executor.execute(this);
        return done;
    }

    /**
     * Lets it end without an answer about this kind, which is optional, as all kinds that are needed have caught up: if
     * this replica may not read it, or the API server has never served it. Failures that pass are waited for: what was
     * written of the kind counts.
     */
    void isNoLongerNeeded() {
        needed = ticker.nanos();
    }

    /** Whether it waits only because the API server answered just now that it is overloaded or broken. */
    boolean isRefused() {
        return refused != NEVER && !done.isDone() && ticker.nanos() - refused < PATIENCE_NANOS;
    }

    @Override
    public void run() {
        String problem = attempt();
        if (isDone()) {
            done.complete(null);
        } else if (mayGiveUp()) {
            LOG.warn(
                    "Deciding without an optional kind, which cannot be read; kind={} cause={}", watch.name(), problem);
            done.complete(null);
        } else {
            warn(problem);
            long pause = failures == 0
                    ? LOOK_MILLIS
                    : AFTER_FAILURES
                            .after(failures, ThreadLocalRandom.current())
                            .toMillis();
            executor.schedule(this, pause, TimeUnit.MILLISECONDS);
        }
    }

    private boolean mayGiveUp() {
        return failures > 0
                && (denied || !watch.isServed())
                && needed != NEVER
                && ticker.nanos() - needed >= PATIENCE_NANOS;
    }

    /** Returns what is in the way. */
    private String attempt() {
        denied = false;
        try {
            step();
            failures = 0;
            return "the watch has not caught up yet";
        } catch (ApiStatusException answer) {
            absent = answer.isNotFound() && watch.isOptional();
            denied = answer.isForbidden();
            refused = answer.isPassing() ? ticker.nanos() : refused;
            return failed(answer);
        } catch (IOException unavailable) {
            return failed(unavailable);
        } catch (RuntimeException | Error mistake) {
            failures++;
            return mistake.toString();
        }
    }

    private String failed(Exception problem) {
        failures++;
        return String.valueOf(problem.getMessage());
    }

    private void step() throws IOException, ApiStatusException {
        if (goal < 0) {
            goal = watch.watch().newest();
        }
        if (isDone()) {
            return;
        }
        long now = ticker.nanos();
        if (now - hurried >= HURRY_NANOS) {
            hurried = now;
            watch.watch().hurry();
        }
        if (now - compared >= PATIENCE_NANOS) {
            compared = now;
            compare();
            compared = ticker.nanos();
        }
    }

    private boolean isDone() {
        if (absent || goal >= 0 && watch.watch().progress() >= goal) {
            return true;
        }
        Set<ConsistencyCheck.Suspect> left = missing;
        return left != null && left.stream().allMatch(watch.consistency()::isSettled);
    }

    /**
     * The versions of the first look are the goal: what comes later is no part of it. One that is gone by now is not
     * either.
     */
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
        long now = ticker.nanos();
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
