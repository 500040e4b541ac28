package dev.edgewise.global.model;

/** The way in which clusters of one level, and the nodes in a cluster, are ranked. */
public enum PolicyType {
    LOW_LATENCY,
    RESPONSE_TIME,
    MOST_AVAILABLE,
    MOST_REQUESTED,
    SELECTED_CLUSTER,
    CLUSTER_SET,
    COST,
    ENERGY,
    ADAPTIVE
}
