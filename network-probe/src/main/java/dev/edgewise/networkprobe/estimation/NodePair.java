package dev.edgewise.networkprobe.estimation;

/** Two nodes by their numbers, in the direction of a probe. */
public record NodePair(int from, int to) {}
