package dev.edgewise.networkprobe.estimation;

/** A node near another one, with the estimate of its distance. */
public record Neighbour(String node, Estimate estimate) {}
