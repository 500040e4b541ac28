package dev.edgewise.offloader.settings;

/** Which pods are moved when their delay needs are broken. */
public enum DelayViolations {
    /** All that scheduler-service reports, in the namespaces that are looked after. */
    ALL,
    /** Of those the ones that are looked after for their energy, too. */
    FUNCTIONS,
    /** None. */
    NONE
}
