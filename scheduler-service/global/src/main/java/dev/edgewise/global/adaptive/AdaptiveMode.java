package dev.edgewise.global.adaptive;

/** The modes of the adaptive policy: off, shadow or on. */
public enum AdaptiveMode {
    /** The policy chooses and learns nothing: requests with the policy Adaptive are ranked by the free share. */
    OFF,
    /**
     * Requests are ranked as with OFF. Each choice that the policy would have made is recorded, and it learns from
     * outcomes.
     */
    SHADOW,
    /** Requests with the policy Adaptive are ranked by the policy that is chosen. */
    ON
}
