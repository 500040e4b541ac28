package dev.edgewise.scheduler.crash;

import java.time.Duration;

/**
 * The time that a pod waited for the scheduler, and the time that a pod of the {@link ReferenceScheduler} waited at the
 * same moment, which is not the scheduler's fault.
 */
record PodWait(String pod, Duration waited, Duration reference) {
    /** The time by which the scheduler may be slower than the reference. */
    static final Duration LATER_AT_MOST = Duration.ofSeconds(2);

    /** Returns the time that the pod waited longer than the reference; negative if it was first. */
    Duration later() {
        return waited.minus(reference);
    }

    boolean isInTime() {
        return later().compareTo(LATER_AT_MOST) <= 0;
    }

    @Override
    public String toString() {
        return pod + " after " + waited.toMillis() + " ms, the reference after " + reference.toMillis() + " ms";
    }
}
