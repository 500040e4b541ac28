package dev.edgewise.scheduler.plugins.delay;

import dev.edgewise.scheduler.signals.rtt.RttQualityRequirements;

/**
 * A bound on the round-trip time from a reference to wherever the pod runs.
 *
 * @param reference a node, or a workload in the pod's namespace
 * @param micros the bound in microseconds, itself allowed
 * @param quality which round-trip times it is judged by
 */
record DelayNeed(String reference, long micros, RttQualityRequirements quality) {
    /** The bound as people read it: {@code 12.5 ms}. */
    public String bound() {
        return NumberFormats.millis(micros);
    }
}
