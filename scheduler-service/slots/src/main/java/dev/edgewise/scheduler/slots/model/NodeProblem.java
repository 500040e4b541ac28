package dev.edgewise.scheduler.slots.model;

/** A node that a testbed cannot use, or not wholly, with the reason for people. */
public record NodeProblem(String node, String message) {}
