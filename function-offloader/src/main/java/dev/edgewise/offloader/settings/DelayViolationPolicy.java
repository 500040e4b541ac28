package dev.edgewise.offloader.settings;

/** The pods that are moved when their delay needs are broken. */
public enum DelayViolationPolicy {
    /** Every pod that scheduler-service reports, in the namespaces that are looked after. */
    ALL,
    /** The reported pods that are looked after for their energy, too. */
    FUNCTIONS,
    /** No pod. */
    NONE
}
