package dev.edgewise.scheduler.delay;

import dev.edgewise.common.signal.Percentile;

/**
 * A bound on the round-trip time from a reference to wherever the pod runs.
 *
 * @param reference a node, or a workload in the pod's namespace
 * @param micros the bound in microseconds, itself allowed
 * @param percentile which quantile of the measured times is judged
 */
public record DelayNeed(String reference, long micros, Percentile percentile) {
    /** The bound as people read it: {@code 12.5 ms}. */
    public String bound() {
        return Millis.of(micros);
    }
}
