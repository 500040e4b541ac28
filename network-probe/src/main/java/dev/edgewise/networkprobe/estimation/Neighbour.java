package dev.edgewise.networkprobe.estimation;

/** Another node, and how far it is. */
public record Neighbour(String node, Estimate estimate) {}
