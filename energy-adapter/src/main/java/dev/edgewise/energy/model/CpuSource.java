package dev.edgewise.energy.model;

/** Sources of the number of busy cores of a node. */
public enum CpuSource {
    /** Requests of the node's pods. */
    REQUESTS,
    /** Usage of the node by the metrics API; the requests of its pods where that has none. */
    METRICS
}
