package dev.edgewise.offloader.rounds;

/** What a plan is made for. */
enum Purpose {
    /** It is one of the rounds, and counts. */
    ROUND,
    /** To see what a round would do now. */
    PREVIEW,
    /** To see what another policy would do that had wanted the same for long: there are no rounds of it. */
    COMPARISON
}
