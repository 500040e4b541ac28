package dev.edgewise.scheduler.explain;

import dev.edgewise.common.time.Ticker;
import java.time.Duration;

/** The time that a question may take, and each of its pods. Serves one question, on one thread. */
final class SimulationTime {
    private final Ticker ticker;
    private final Duration ofQuestion;
    private final Duration ofPod;
    private final long begin;
    private long podBegin;

    /** The question, or its present pod, has taken its time. */
    static final class TimeOverException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TimeOverException() {
            super("the time is over", null, false, false);
        }
    }

    /**
     * Starts the time of a request now.
     *
     * @param longestOfPod the time of a pod; half of the question's if that is shorter, so that a slow pod is found
     *     within the question
     */
    SimulationTime(Ticker ticker, Duration ofQuestion, Duration longestOfPod) {
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

    /** Whether the question has taken its time. */
    boolean isOver() {
        return ticker.since(begin).compareTo(ofQuestion) > 0;
    }

    /** @throws TimeOverException if the question or the pod has taken its time */
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
