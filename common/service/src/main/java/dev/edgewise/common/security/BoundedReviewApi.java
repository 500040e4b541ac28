package dev.edgewise.common.security;

import dev.edgewise.common.time.Ticker;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits the load that callers can cause on the API server, and their waiting time: few concurrent reviews, and none
 * for a moment after a failure.
 */
final class BoundedReviewApi implements ReviewApi {
    static final int AT_ONCE = 4;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);
    private static final Duration REST = Duration.ofSeconds(2);

    private final ReviewApi api;
    private final Ticker ticker;
    private final Semaphore free = new Semaphore(AT_ONCE, true);
    private volatile long restUntil;

    BoundedReviewApi(ReviewApi api, Ticker ticker) {
        this.api = api;
        this.ticker = ticker;
        this.restUntil = ticker.nanos();
    }

    @Override
    public String create(String path, String json) {
        if (rests() || !isAdmitted()) {
            throw new ReviewUnavailableException(
                    "tokens and rights cannot be reviewed: the API server failed a moment ago, or has too many to review",
                    null);
        }
        try {
            return api.create(path, json);
        } catch (ReviewUnavailableException e) {
            restUntil = ticker.nanos() + REST.toNanos();
            throw e;
        } finally {
            free.release();
        }
    }

    @Override
    public String namespace() {
        return api.namespace();
    }

    private boolean rests() {
        return restUntil - ticker.nanos() > 0;
    }

    /** A caller that waited while another one failed fails immediately. */
    private boolean isAdmitted() {
        try {
            if (!free.tryAcquire(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
                return false;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        if (rests()) {
            free.release();
            return false;
        }
        return true;
    }
}
