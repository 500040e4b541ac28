package dev.edgewise.kubernetes.api;

import dev.edgewise.common.Backoff;
import dev.edgewise.kubernetes.http.ApiResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * Retries when the API server was overloaded or did not answer. For idempotent requests.
 *
 * @param attempts in all, at least 1
 * @param random draws each wait between half and whole
 */
public record Retries(int attempts, Backoff backoff, RandomGenerator random) {
    private static final Backoff USUAL = new Backoff(Duration.ofMillis(250), Duration.ofSeconds(2));

    /** Four attempts within about 4 seconds. */
    public static Retries standard(RandomGenerator random) {
        return new Retries(4, USUAL, random);
    }

    /** About a minute: longer than a restart of the API server; later an event would be out of date. */
    public static Retries throughARestart(RandomGenerator random) {
        return new Retries(45, USUAL, random);
    }

    /** Retries until there is a response or the thread is interrupted, at least once a second. */
    public static Retries untilAnswered(RandomGenerator random) {
        return new Retries(Integer.MAX_VALUE, new Backoff(Duration.ofMillis(250), Duration.ofSeconds(1)), random);
    }

    @FunctionalInterface
    public interface Attempt {
        ApiResponse send() throws ApiUnavailableException;
    }

    /**
     * The first reply that is not transient, or the last.
     *
     * @throws ApiUnavailableException if the last attempt was not answered
     */
    public ApiResponse send(Attempt attempt) throws ApiUnavailableException {
        return send(() -> true, attempt);
    }

    /**
     * The first reply that is not transient, or the last; retries while the condition holds.
     *
     * @param wanted asked right before each attempt
     * @throws ApiUnavailableException if the last attempt was not answered, or is not wanted any more
     */
    public ApiResponse send(BooleanSupplier wanted, Attempt attempt) throws ApiUnavailableException {
        for (int failures = 1; failures < attempts; failures++) {
            require(wanted);
            try {
                ApiResponse reply = attempt.send();
                if (!reply.isTransient()) {
                    return reply;
                }
            } catch (ApiUnavailableException unanswered) {
                if (Thread.currentThread().isInterrupted()) {
                    throw unanswered;
                }
            }
            pause(failures);
        }
        require(wanted);
        return attempt.send();
    }

    private static void require(BooleanSupplier wanted) throws ApiUnavailableException {
        if (!wanted.getAsBoolean()) {
            throw new ApiUnavailableException(
                    "not sent: this replica may not write it any more, or it is out of date", null);
        }
    }

    private void pause(int failures) throws ApiUnavailableException {
        try {
            TimeUnit.NANOSECONDS.sleep(backoff.after(failures, random).toNanos());
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new ApiUnavailableException("interrupted while waiting to try again", stopping);
        }
    }
}
