package dev.edgewise.energy.battery;

/** States of a battery, which decide whether its node runs. */
public enum BatteryState {
    /** The battery is too empty for the node to run. */
    FAILED,
    /** The node has power again, and waits until there is enough for it to boot. */
    PENDING,
    /** The node runs. */
    RUNNING
}
