package dev.edgewise.offloader.rounds.negotiation;

/** The purpose of a plan. */
public enum PlanRunMode {
    /** A round, which counts. */
    ROUND,
    /** To see what a round would do now. */
    PREVIEW,
    /** To see what another policy would do that had wanted the same for long: there are no rounds of it. */
    COMPARISON
}
