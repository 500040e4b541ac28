package dev.edgewise.scheduler.explain;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.BusyException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Lets one explanation through at a time, its answer included, and leaves the processor to decisions for nine times as long as it
 * took. Who would wait long is asked to come again.
 */
final class ExplanationGate implements HandlerInterceptor {
    private static final int PAUSE_FACTOR = 9;

    private static final long LONGEST_PAUSE = Duration.ofSeconds(30).toNanos();
    private static final String BEGIN = ExplanationGate.class.getName();
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final Ticker ticker;
    private final Ticker processorTime;
    private final Duration longestWait;
    private final Semaphore free = new Semaphore(1, true);
    /** Guarded by the permit. */
    private long notBefore;

    /**
     * @param processorTime of the thread that asks
     * @param longestWait for the turn
     */
    ExplanationGate(Ticker ticker, Ticker processorTime, Duration longestWait) {
        this.ticker = ticker;
        this.processorTime = processorTime;
        this.longestWait = longestWait;
    }

    /**
     * Returns when the explanation may begin; it is over when the request is.
     *
     * @throws BusyException if that takes too long
     */
    void enter(HttpServletRequest request) {
        if (!isAdmitted(ticker.nanos() + longestWait.toNanos())) {
            throw new BusyException("Other pods are being explained", RETRY_AFTER);
        }
        request.setAttribute(BEGIN, processorTime.nanos());
    }

    private boolean isAdmitted(long latest) {
        try {
            if (!free.tryAcquire(longestWait.toNanos(), TimeUnit.NANOSECONDS)) {
                return false;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        boolean admitted = notBefore <= latest && pause(notBefore - ticker.nanos());
        if (!admitted) {
            free.release();
        }
        return admitted;
    }

    private static boolean pause(long nanos) {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception ex) {
        if (request.getAttribute(BEGIN) instanceof Long begin) {
            request.removeAttribute(BEGIN);
            long pause = Math.min(LONGEST_PAUSE, PAUSE_FACTOR * (processorTime.nanos() - begin));
            notBefore = ticker.nanos() + pause;
            free.release();
        }
    }
}
