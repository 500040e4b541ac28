package dev.edgewise.common.energy;

/**
 * Zones of charge, which decide how much a node gives away, in the order in which the functions of its owner are
 * placed.
 */
public enum ChargeZone {
    RICH,
    POOR,
    VULNERABLE,
    DEAD
}
