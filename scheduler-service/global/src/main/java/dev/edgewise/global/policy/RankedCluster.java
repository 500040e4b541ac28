package dev.edgewise.global.policy;

/**
 * A cluster of a level in the order in which it is tried.
 *
 * @param score higher is better; comparable within the level only; NaN if the figure of the policy is unknown
 * @param why the figures that made the score, for people
 */
public record RankedCluster(Bid bid, double score, String why) {}
