package dev.edgewise.global.policy;

import dev.edgewise.global.model.Policy;

/** The figure that one policy ranks clusters by. */
interface ClusterScore {
    /** Returns the score: higher is better; NaN if the figure is unknown. */
    double score(Policy policy, Bid bid);

    /** Returns the figure for people. It is asked for only where the score is known. */
    String why(Policy policy, Bid bid);

    /** Returns what is not known, for people, such as {@code delay from c1}. */
    String unknown(Policy policy);

    /** Returns what decides between clusters of the same score, or of an unknown one: higher is better. */
    default double otherwise(Bid bid) {
        return 0;
    }
}
