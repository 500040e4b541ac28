package dev.edgewise.offloader.planning;

/** How much a node may give away, in the order in which the functions of its owner are placed. */
enum Zone {
    RICH,
    POOR,
    VULNERABLE,
    DEAD
}
