package dev.edgewise.scheduler.delay;

/**
 * A pair of nodes of which only a measurement can tell whether it meets a need.
 *
 * @param micros what it most likely takes, in microseconds
 * @param samples how many answered probes it takes; 0: any
 */
public record Doubt(String from, String to, long micros, int samples) {}
