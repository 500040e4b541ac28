package dev.edgewise.scheduler.rtt;

/** Which quantile of the measured round-trip times a need is judged by. */
public enum Percentile {
    P50,
    P95,
    P99
}
