package dev.edgewise.global.adaptive;

/** How far the adaptive policy may act. */
public enum AdaptiveMode {
    /** Nothing is chosen or learned: requests with the policy Adaptive are ranked by the free share. */
    OFF,
    /** As with off, but each choice that would have been made is recorded, and outcomes are learned from. */
    SHADOW,
    /** Requests with the policy Adaptive are ranked by the policy that is chosen. */
    ON
}
