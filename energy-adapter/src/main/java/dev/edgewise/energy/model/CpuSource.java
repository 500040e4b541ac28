package dev.edgewise.energy.model;

/** Where it is known from how many cores of a node are busy. */
public enum CpuSource {
    /** What the node's pods request. */
    REQUESTS,
    /** What the metrics API says the node uses; what its pods request, where it does not say. */
    METRICS
}
