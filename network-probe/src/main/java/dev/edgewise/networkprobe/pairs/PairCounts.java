package dev.edgewise.networkprobe.pairs;

/**
 * How many directed pairs are in which state.
 *
 * @param fresh with a value that holds
 * @param stale with a value that is too old, as nobody measures it any more
 * @param silent whose receiver does not answer, or never did
 */
public record PairCounts(int fresh, int stale, int silent) {}
