package dev.edgewise.scheduler.explain;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.scheduler.simulation.CpuYield;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Admits one explanation at a time, its answer included. While pods wait to be placed, it leaves the processor to
 * decisions for nine times as long as the last explanation took. Callers that would wait long are asked to retry. A
 * waiting caller holds a thread that other calls need, so each endpoint limits its waiting callers, and those of one do
 * not keep out those of another.
 */
final class ExplanationLimiter implements HandlerInterceptor {
    private static final long LONGEST_PAUSE = Duration.ofSeconds(30).toNanos();
    private static final String BEGIN = ExplanationLimiter.class.getName();
    static final String BUSY = "Other pods are being explained";
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
    private static final long LOOK_AGAIN = Duration.ofMillis(20).toNanos();

    private final BooleanSupplier hasPendingPods;
    private final Ticker ticker;
    private final Ticker processorTime;
    private final Duration longestWait;
    private final Semaphore free = new Semaphore(1, true);
    /** Guarded by the permit. */
    private long notBefore;

    /**
     * @param hasPendingPods whether pods wait to be placed, or are being placed
     * @param processorTime of the thread that asks
     * @param longestWait for the turn
     */
    ExplanationLimiter(BooleanSupplier hasPendingPods, Ticker ticker, Ticker processorTime, Duration longestWait) {
        this.hasPendingPods = hasPendingPods;
        this.ticker = ticker;
        this.processorTime = processorTime;
        this.longestWait = longestWait;
    }

    /**
     * Returns when the explanation may begin; it ends with the request.
     *
     * @throws BusyException if that takes too long
     */
    void enter(HttpServletRequest request) {
        long latest = ticker.nanos() + longestWait.toNanos();
        if (!isAdmitted(latest)) {
            throw new BusyException(BUSY, RETRY_AFTER);
        }
        request.setAttribute(BEGIN, processorTime.nanos());
    }

    private boolean isAdmitted(long latest) {
        try {
            if (!free.tryAcquire(longestWait.toNanos(), TimeUnit.NANOSECONDS)) {
                return false;
            }
            boolean admitted = false;
            try {
                admitted = pause(latest);
            } finally {
                if (!admitted) {
                    free.release();
                }
            }
            return admitted;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Whether the pause was over in time. */
    private boolean pause(long latest) throws InterruptedException {
        while (ticker.nanos() < notBefore && hasPendingPods.getAsBoolean()) {
            long left = latest - ticker.nanos();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.sleep(Math.min(left, LOOK_AGAIN));
        }
        return true;
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception ex) {
        if (request.getAttribute(BEGIN) instanceof Long begin) {
            request.removeAttribute(BEGIN);
            long pause = Math.min(LONGEST_PAUSE, CpuYield.PAUSE_FACTOR * (processorTime.nanos() - begin));
            notBefore = ticker.nanos() + pause;
            free.release();
        }
    }
}
