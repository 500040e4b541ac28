package dev.edgewise.energy.battery;

/** What a battery lets its node do. */
public enum BatteryState {
    /** Too empty for the node to run. */
    FAILED,
    /** The node has power again, and waits until there is enough for it to boot. */
    PENDING,
    /** The node runs. */
    RUNNING
}
