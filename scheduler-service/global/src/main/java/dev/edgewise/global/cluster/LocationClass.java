package dev.edgewise.global.cluster;

/** Where a cluster is, as its Secret says. */
public enum LocationClass {
    EDGE,
    NEAR_EDGE,
    CLOUD
}
