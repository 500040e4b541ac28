package dev.edgewise.common.energy;

/** How much a node may give away, in the order in which the functions of its owner are placed. */
public enum Zone {
    RICH,
    POOR,
    VULNERABLE,
    DEAD
}
