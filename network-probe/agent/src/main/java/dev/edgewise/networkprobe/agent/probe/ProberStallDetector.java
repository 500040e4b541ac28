package dev.edgewise.networkprobe.agent.probe;

/**
 * Sees that the prober's own thread got the processor too late: then the time at which an answer was read says nothing
 * about the network. Says when the thread should be back at the latest, and asks afterwards.
 */
final class ProberStallDetector {
    private final long toleranceNanos;
    private long expectedNanos;

    ProberStallDetector(long toleranceNanos, long nowNanos) {
        this.toleranceNanos = toleranceNanos;
        this.expectedNanos = nowNanos;
    }

    /** The thread means to be back by then. */
    void expect(long nanos) {
        expectedNanos = nanos;
    }

    /** Whether it is back too late; what follows is judged from now on. */
    boolean late(long nowNanos) {
        boolean late = nowNanos - expectedNanos > toleranceNanos;
        if (late) {
            expectedNanos = nowNanos;
        }
        return late;
    }
}
