package dev.edgewise.networkprobe.pairs;

/**
 * How many directed pairs are in which state.
 *
 * @param fresh with a value that holds
 * @param stale with a value that is too old, or whose receiver does not answer any more
 * @param silent that never answered
 */
public record PairCounts(int fresh, int stale, int silent) {}
