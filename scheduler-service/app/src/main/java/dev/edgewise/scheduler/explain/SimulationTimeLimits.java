package dev.edgewise.scheduler.explain;

import dev.edgewise.common.time.Ticker;
import java.time.Duration;

/** The time limits of a request and of each of its pods. Serves one request, on one thread. */
final class SimulationTimeLimits {
    private final Ticker ticker;
    private final Duration ofQuestion;
    private final Duration ofPod;
    private final long begin;
    private long podBegin;

    /** Thrown when the time of the request or of its present pod is over. */
    static final class TimeOverException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TimeOverException() {
            super("the time is over", null, false, false);
        }
    }

    /**
     * Starts the time of a request now.
     *
     * @param longestOfPod the time of a pod; half of the request's if that is shorter, so that a slow pod is found
     *     within the request
     */
    SimulationTimeLimits(Ticker ticker, Duration ofQuestion, Duration longestOfPod) {
        Duration half = ofQuestion.dividedBy(2);
        this.ticker = ticker;
        this.ofQuestion = ofQuestion;
        this.ofPod = half.compareTo(longestOfPod) < 0 ? half : longestOfPod;
        this.begin = ticker.nanos();
        this.podBegin = begin;
    }

    void beginPod() {
        podBegin = ticker.nanos();
    }

    /** Returns whether the request's time is over. */
    boolean isOver() {
        return ticker.since(begin).compareTo(ofQuestion) > 0;
    }

    /** @throws TimeOverException if the time of the request or of the pod is over */
    void check() {
        if (ticker.since(podBegin).compareTo(ofPod) > 0 || isOver()) {
            throw new TimeOverException();
        }
    }

    Duration ofPod() {
        return ofPod;
    }

    /** Whether the present pod has taken its time. */
    boolean isPodOver() {
        return ticker.since(podBegin).compareTo(ofPod) > 0;
    }
}
