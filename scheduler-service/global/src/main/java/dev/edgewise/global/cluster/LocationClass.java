package dev.edgewise.global.cluster;

/** The location of a cluster, as its Secret says. */
public enum LocationClass {
    EDGE,
    NEAR_EDGE,
    CLOUD
}
